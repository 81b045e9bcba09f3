import type { Block } from "../../../contract/index.ts";
import { type Cursor, missing, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { markOptional } from "../../members/optional.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { rememberSpelling } from "../spelling.ts";
import { ID, open, PART_KINDS } from "../wire.ts";
import type { Calls } from "./calls.ts";
import { readResponse } from "./function-response.ts";
import { readFileData, readInlineData } from "./media.ts";
import { renderUnit } from "./rendering.ts";
import { readToolPart } from "./search-unit.ts";

/** The context for reading a part. */
export interface PartReading {
  readonly origins: Origins;
  readonly calls: Calls;
  /** Whether the part belongs to the model. A function response of the model itself is an opaque unit. */
  readonly isModel: boolean;
}

/** The blocks of one part: one, or two for a visible text that carries a signature. */
export function readPart(value: unknown, path: string, reading: PartReading): Block[] {
  const part = open(value, path);
  const blocks = readKind(part, reading);
  for (const block of blocks) reading.origins.mark(block, path);
  return blocks;
}

function readKind(part: Cursor, reading: PartReading): Block[] {
  const kind = PART_KINDS.find((name) => part.peek(name) !== undefined);
  switch (kind) {
    case "text":
      return readText(part);
    case "inlineData":
    case "fileData":
      // A picture in the model's thinking is no answer, so it is moved whole.
      if (part.peek("thought") === true) return [opaque(part, kind)];
      return [readMedia(part, kind)];
    case "functionCall":
      return [readCall(part, reading)];
    case "functionResponse":
      return [reading.isModel ? readOwnResponse(part, reading) : readResult(part, reading)];
    case undefined:
      return isSignature(part) ? [signed(part)] : [opaque(part, "part")];
    default:
      return [opaque(part, kind)];
  }
}

function readText(part: Cursor): Block[] {
  const text = part.text("text") ?? "";
  if (part.peek("thought") === true) {
    // The flag that is kept with it distinguishes an empty thought from an empty text.
    if (text !== "") part.take("thought");
    const signature = takeSignature(part);
    const sign = signature === undefined ? {} : { signature };
    return [{ type: "thinking", text, summary: true, ...sign, ...asVendor(ID, leftover(part)) }];
  }
  const signature = takeSignature(part);
  if (signature === undefined) {
    const block: Block = { type: "text", text, ...asVendor(ID, leftover(part)) };
    return [text === "" ? rememberSpelling(block, { isEmptyPart: true }) : block];
  }
  const proof: Block = { type: "thinking", text: "", signature };
  if (text === "") return [{ ...proof, ...asVendor(ID, leftover(part)) }];
  return [
    { type: "text", text, ...asVendor(ID, leftover(part)) },
    rememberSpelling(proof, { isAttached: true }),
  ];
}

// An empty one is none.
function takeSignature(part: Cursor): string | undefined {
  return part.peek("thoughtSignature") === "" ? undefined : part.text("thoughtSignature");
}

function isSignature(part: Cursor): boolean {
  const signature = part.peek("thoughtSignature");
  return typeof signature === "string" && signature !== "";
}

function signed(part: Cursor): Block {
  const signature = part.need("thoughtSignature");
  return { type: "thinking", text: "", signature, ...asVendor(ID, leftover(part)) };
}

function readMedia(part: Cursor, kind: "inlineData" | "fileData"): Block {
  const read = kind === "inlineData" ? readInlineData : readFileData;
  const { block, left } = read(part.take(kind), part.at(kind));
  return { ...block, ...asVendor(ID, nest(leftover(part), kind, left)) };
}

function readCall(part: Cursor, reading: PartReading): Block {
  const value = part.peek("functionCall");
  if (!isMembers(value)) throw wrongType(part.at("functionCall"), value, "an object");
  if (typeof value["name"] !== "string") {
    if (reading.isModel) return opaque(part, "functionCall");
    throw missing(`${part.at("functionCall")}.name`);
  }
  part.take("functionCall");
  const call = open(value, part.at("functionCall"));
  const name = call.need("name");
  const input = call.take("args");
  if (input !== undefined && !isMembers(input)) throw wrongType(call.at("args"), input, "an object");
  const inputText = readCutOff(call);
  const signature = part.text("thoughtSignature");
  const id = reading.calls.add(call.text("id"), name, input);
  return {
    type: "tool_use",
    id,
    name,
    kind: "function",
    input: inputText === undefined ? (input ?? rememberSpelling({}, { hasNoArguments: true })) : undefined,
    ...(inputText === undefined ? {} : { inputText }),
    ...(signature === undefined ? {} : { signature }),
    ...asVendor(ID, nest(leftover(part), "functionCall", leftover(call))),
  };
}

/** The text of a call that goes on but of which nothing more came: its arguments without their end. */
function readCutOff(call: Cursor): string | undefined {
  const args = call.peek("args");
  if (call.peek("willContinue") !== true || call.peek("partialArgs") !== undefined) return undefined;
  call.take("willContinue");
  return JSON.stringify(args ?? {}).slice(0, -1);
}

function readOwnResponse(part: Cursor, reading: PartReading): Block {
  const value = part.peek("functionResponse");
  if (isMembers(value) && typeof value["name"] === "string") {
    const { id } = value;
    reading.calls.answer(typeof id === "string" ? id : undefined, value["name"]);
  }
  return opaque(part, "functionResponse");
}

function readResult(part: Cursor, reading: PartReading): Block {
  const result = open(part.take("functionResponse"), part.at("functionResponse"));
  const ownId = result.text("id");
  const name = result.text("name") ?? (ownId === undefined ? undefined : reading.calls.nameOf(ownId));
  if (name === undefined) throw missing(result.at("name"));
  const response = result.take("response");
  if (response !== undefined && !isMembers(response))
    throw wrongType(result.at("response"), response, "an object");
  const answer = response === undefined ? undefined : readResponse(response);
  const content: Block[] = answer === undefined ? [] : [{ type: "text", text: answer.text }];
  content.push(...(result.list("parts", (item, path) => readResultPart(item, path, reading)) ?? []));
  return {
    type: "tool_result",
    id: reading.calls.answer(ownId, name),
    name,
    kind: "function",
    content,
    ...(answer?.isError === true ? { isError: true } : {}),
    ...asVendor(ID, nest(leftover(part), "functionResponse", leftover(result))),
  };
}

function readResultPart(value: unknown, path: string, reading: PartReading): Block {
  const part = open(value, path);
  const kind = (["inlineData", "fileData"] as const).find((name) => part.peek(name) !== undefined);
  const block = kind === undefined ? opaque(part, "functionResponsePart") : readMedia(part, kind);
  return reading.origins.mark(block, path);
}

function opaque(part: Cursor, kind: string): Block {
  const inner = part.peek(kind);
  const id = isMembers(inner) ? inner["id"] : undefined;
  const value: Members = part.value;
  const search = readToolPart(kind, value);
  const rendering = search === undefined ? renderUnit(kind, value) : undefined;
  const block: Block = {
    type: "opaque",
    dialect: ID,
    kind,
    ...(typeof id === "string" ? { id } : {}),
    value,
    ...(search === undefined ? {} : { search }),
    ...(rendering === undefined ? {} : { rendering }),
    ...(kind === "executableCode" || kind === "codeExecutionResult" ? { isRun: true } : {}),
  };
  // What the model thought is no part of its answer.
  return value["thought"] === true ? markOptional(block) : block;
}
