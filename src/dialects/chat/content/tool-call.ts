import type { Block, ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten, sha256Hex } from "../../../lib/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { keepOwn, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import type { ChatProfile } from "../profile.ts";
import { readSearchUnit } from "./search-unit.ts";

/** A call in the form that came before `tool_calls`. */
export const LEGACY = "function_call";

/** An opaque unit that stood among the tool calls. */
export const CALL = "call";

/** The id of a call that came without one: the same place always gives the same id. */
export function mintCallId(scope: string, candidate: number, ordinal: number): string {
  return `call_${sha256Hex(`${scope}\n${candidate}\n${ordinal}`).slice(0, 24)}`;
}

/** Reads one of an assistant message's tool calls. */
export function readToolCall(
  item: unknown,
  path: string,
  profile: ChatProfile,
  origins: Origins,
  mint: () => string,
): Block {
  const cursor = new Cursor(item, path);
  const type = cursor.text("type");
  const id = cursor.text("id");
  const kind = type ?? (isMembers(cursor.peek("custom")) ? "custom" : "function");
  if (kind !== "function" && kind !== "custom") {
    const opaque: Block = { type: "opaque", dialect: profile.id, kind, value: item };
    if (id !== undefined) opaque.id = id;
    const search = readSearchUnit(item);
    if (search !== undefined) opaque.search = search;
    return origins.mark(spell(opaque, profile.id, CALL), path);
  }
  const inner = cursor.object(kind) ?? new Cursor(undefined, cursor.at(kind));
  const block: ToolUseBlock = {
    type: "tool_use",
    id: id === undefined || id === "" ? mint() : id,
    name: inner.need("name"),
    kind,
    ...(kind === "custom"
      ? { input: undefined, inputText: inner.text("input") ?? "" }
      : readArguments(inner)),
  };
  if (kind === "function" && inner.peek("arguments") === "") spell(block, profile.id, "empty");
  if (isMembers(inner.peek("arguments"))) spell(block, profile.id, "object");
  if (type === undefined) spell(block, profile.id, "untyped");
  const innerRest = inner.unread();
  if (innerRest !== undefined) keepOwn(block, profile.id, { [kind]: innerRest });
  // A known member that this kind does not use stays with the call: Snowflake sends both with one empty.
  const rest = cursor.unread();
  if (rest !== undefined) keepOwn(block, profile.id, rest);
  return origins.mark<Block>(block, path);
}

/** Reads a call of the older form, which has no id. */
export function readLegacyCall(
  cursor: Cursor,
  profile: ChatProfile,
  origins: Origins,
  mint: () => string,
): Block | undefined {
  const value = cursor.peek(LEGACY);
  // Snowflake sends the member with everything in it empty.
  if (!isMembers(value) || value["name"] === "") return undefined;
  const inner = cursor.object(LEGACY)!;
  const block: ToolUseBlock = {
    type: "tool_use",
    id: mint(),
    name: inner.need("name"),
    kind: "function",
    ...readArguments(inner),
  };
  spell(block, profile.id, LEGACY);
  if (inner.peek("arguments") === "") spell(block, profile.id, "empty");
  const rest = inner.unread();
  if (rest !== undefined) keepOwn(block, profile.id, rest);
  return origins.mark<Block>(block, cursor.at(LEGACY));
}

function readArguments(inner: Cursor): Pick<ToolUseBlock, "input" | "inputText"> {
  if (isMembers(inner.peek("arguments"))) return { input: inner.take("arguments") };
  return parseArguments(inner.text("arguments") ?? "");
}

/** Arguments as an object, and their text if the object alone would not give it back; no text means none. */
export function parseArguments(text: string): Pick<ToolUseBlock, "input" | "inputText"> {
  if (text.trim() === "") return { input: {} };
  try {
    const input: unknown = parseAsWritten(text);
    return JSON.stringify(input) === text ? { input } : { input, inputText: text };
  } catch {
    return { input: {}, inputText: text }; // A call that was cut off: its text is all there is.
  }
}

export function argumentsText(block: ToolUseBlock, profile: ChatProfile): string {
  if (block.inputText !== undefined) return block.inputText;
  if (isSpelled(block, profile.id, "empty") && isEmpty(block.input)) return "";
  return JSON.stringify(block.input ?? {});
}

function isEmpty(input: unknown): boolean {
  return isMembers(input) && Object.keys(input).length === 0;
}

export function writeToolCall(block: ToolUseBlock, id: string, profile: ChatProfile): Members {
  const call: Members =
    block.kind === "custom"
      ? { id, type: "custom", custom: { name: block.name, input: block.inputText ?? "" } }
      : {
          id,
          type: "function",
          function: {
            name: block.name,
            arguments: isSpelled(block, profile.id, "object") ? block.input : argumentsText(block, profile),
          },
        };
  if (isSpelled(block, profile.id, "untyped")) delete call["type"];
  return restoreOwn(call, ownMembers(block, profile.id));
}

/** Writes a call of the older form. */
export function writeLegacyCall(block: ToolUseBlock, profile: ChatProfile): Members {
  const call = { name: block.name, arguments: argumentsText(block, profile) };
  return restoreOwn(call, ownMembers(block, profile.id));
}
