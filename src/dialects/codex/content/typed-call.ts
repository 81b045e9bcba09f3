import type { Block, Message, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten, textOfJson } from "../../../lib/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingValue } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { ID } from "../wire.ts";
import { isTypedTool } from "./typed-tool.ts";

const CALL = /^(.+)_call$/;
const OUTPUT = /^(.+)_call_output$/;

/** The typed tool that a call or result belongs to; undefined for any other block. */
export function typedCallOf(block: Pick<Block, "vendor">): string | undefined {
  const type = spellingValue(block, ID, "call");
  return isTypedTool(type) ? type : undefined;
}

/** Reads a call of a typed tool; undefined for any other item, and if nothing says which result belongs to it. */
export function readTypedCall(cursor: Cursor): ToolUseBlock | undefined {
  const type = CALL.exec(textOfJson(cursor.peek("type")))?.[1];
  if (!isTypedTool(type)) return undefined;
  const id = cursor.peek("call_id") ?? cursor.peek("id");
  const member = type === "apply_patch" ? "operation" : "action";
  const given = cursor.peek(member);
  if (typeof id !== "string" || !isMembers(given) || isHosted(cursor.peek("environment"))) return undefined;
  const marks = [`call=${type}`, ...(cursor.peek("call_id") === undefined ? ["uncalled"] : [])];
  cursor.take("type");
  cursor.take("call_id");
  cursor.take(member);
  const { type: _, ...action } = given;
  const input = type === "apply_patch" ? { operation: given } : type === "shell" ? given : action;
  return {
    type: "tool_use",
    id,
    name: type,
    kind: "function",
    input,
    ...asVendor(ID, leftover(cursor), marks),
  };
}

// A shell in a container of the vendor's is no tool of the caller's.
function isHosted(environment: unknown): boolean {
  return isMembers(environment) && environment["type"] !== "local";
}

/** Writes a call of a typed tool, without its status. */
export function writeTypedCall(type: string, block: ToolUseBlock, id: unknown, callId: string): Members {
  const input = block.inputText === undefined ? block.input : parse(block.inputText);
  const members = isMembers(input) ? input : {};
  return {
    type: `${type}_call`,
    ...(id === undefined ? {} : { id }),
    ...(isSpelled(block, ID, "uncalled") ? {} : { call_id: callId }),
    ...actionOf(type, members),
  };
}

// A model that was not trained on the form may give a text in place of a list, or leave a wrapper out.
function actionOf(type: string, input: Members): Members {
  if (type === "apply_patch")
    return { operation: isMembers(input["operation"]) ? input["operation"] : input };
  if (type === "shell") {
    const { commands } = input;
    return { action: typeof commands === "string" ? { ...input, commands: [commands] } : { ...input } };
  }
  const { command } = input;
  const list = typeof command === "string" ? ["bash", "-lc", command] : command;
  return { action: { type: "exec", ...input, command: list ?? [], env: input["env"] ?? {} } };
}

/** Adds the members that the API's own answers always have, to a call in an answer. */
export function completeTypedCall(call: Members): void {
  const { type, action, operation } = call;
  if (type === "shell_call" && isMembers(action)) {
    call["action"] = { commands: [], max_output_length: null, timeout_ms: null, ...action };
    call["environment"] = { type: "local" };
  }
  if (type === "apply_patch_call" && isMembers(operation) && operation["type"] !== "delete_file")
    call["operation"] = { diff: "", ...operation };
}

/** Reads the result of a call of a typed tool; undefined for any other item. `messages` are those before it. */
export function readTypedResult(
  cursor: Cursor,
  origins: Origins,
  messages: readonly Message[],
): ToolResultBlock | undefined {
  const type = OUTPUT.exec(textOfJson(cursor.peek("type")))?.[1];
  if (!isTypedTool(type)) return undefined;
  const own = cursor.peek("call_id");
  const id = typeof own === "string" ? own : callOf(cursor.peek("id"), messages);
  if (id === undefined || isVendors(id, messages)) return undefined;
  cursor.take("type");
  cursor.take("call_id");
  const output = cursor.take("output");
  const status = cursor.peek("status");
  const isPatch = type === "apply_patch" && (status === "completed" || status === "failed");
  if (isPatch) cursor.take("status");
  const text = output === undefined || typeof output === "string" ? output : JSON.stringify(output);
  const marks = [`call=${type}`];
  if (typeof own !== "string") marks.push("uncalled");
  if (output !== undefined && typeof output !== "string") marks.push("json");
  return {
    type: "tool_result",
    id,
    name: type,
    kind: "function",
    content: text === undefined ? [] : [origins.mark({ type: "text", text }, cursor.at("output"))],
    ...(isPatch && status === "failed" ? { isError: true } : {}),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

// The vendor ran the call, so the result is the vendor's as well.
function isVendors(id: string, messages: readonly Message[]): boolean {
  return messages.some(({ content }) =>
    content.some(
      (block) => block.type === "opaque" && isMembers(block.value) && block.value["call_id"] === id,
    ),
  );
}

function callOf(id: unknown, messages: readonly Message[]): string | undefined {
  if (typeof id !== "string") return undefined;
  const call = messages
    .flatMap(({ content }) => content)
    .find((block) => block.type === "tool_use" && ownMembers(block, ID)["id"] === id);
  return call?.type === "tool_use" ? call.id : id;
}

/** Writes the result of a call of a typed tool. */
export function writeTypedResult(type: string, block: ToolResultBlock, callId: string): Members {
  const [first] = block.content;
  const text = first?.type === "text" ? first.text : undefined;
  const written: Members = {
    type: `${type}_call_output`,
    ...(isSpelled(block, ID, "uncalled") ? {} : { call_id: callId }),
  };
  if (text !== undefined) written["output"] = isSpelled(block, ID, "json") ? parse(text) : text;
  if (type === "apply_patch") written["status"] = block.isError === true ? "failed" : "completed";
  return restoreOwn(written, ownMembers(block, ID));
}

function parse(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return text; // Cut off: what there is of it says more than nothing.
  }
}
