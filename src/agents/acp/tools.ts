import type { JsonObject } from "../../lib/index.ts";
import { type AcpToolCall, shownDiffs, text } from "./tool-calls.ts";

/** A tool call in the words of the contract. */
export interface DescribedTool {
  readonly name: string;
  /** The agent's own name of the tool. */
  readonly nativeName: string;
  readonly input: JsonObject;
}

/** The contract's tools by the protocol's kinds of tools. A kind that is missing here says too little. */
const namesByKind: Readonly<Record<string, string>> = {
  read: "Read",
  edit: "Edit",
  delete: "Edit",
  move: "Edit",
  search: "Grep",
  execute: "Bash",
  fetch: "WebFetch",
};

/** Members that name a file in the input of some agent. */
const PATH_MEMBERS = ["file_path", "filePath", "filepath", "fileName", "path", "abs_path", "absolute_path"];

/** Names a tool call by its kind, for an agent about which nothing else is known. */
export function describeByKind(call: AcpToolCall): DescribedTool {
  const name = namesByKind[call.kind] ?? (call.firstTitle === "" ? "unknown" : call.firstTitle);
  return describeTool(call, name, call.firstTitle);
}

/** Names a tool call by the agent's own name of the tool, with a table from those names to the contract's. */
export function describeByName(
  call: AcpToolCall,
  nativeName: string,
  names: Readonly<Record<string, string>>,
): DescribedTool {
  return describeTool(call, names[nativeName] ?? nativeName, nativeName);
}

/** Adds the contract's members `file_path`, `command` and `url` to the input of a call. */
function describeTool(call: AcpToolCall, name: string, nativeName: string): DescribedTool {
  return { name, nativeName, input: { ...call.input, ...contractMembers(call, name) } };
}

function contractMembers(call: AcpToolCall, name: string): JsonObject {
  if (name === "Bash") return { command: text(call.input["command"]) ?? call.title };
  if (name === "WebFetch") return members("url", text(call.input["url"]) ?? firstUrl(call.title));
  if (name === "Write") return { ...filePath(call), ...shownContent(call) };
  if (name === "Read" || name === "Edit") return filePath(call);
  if (Object.keys(call.input).length === 0) return members("title", call.title || undefined);
  return {};
}

function filePath(call: AcpToolCall): JsonObject {
  return members("file_path", inputPath(call.input) ?? call.paths[0]);
}

/** The content of a file that the agent shows but does not name in its input. */
function shownContent(call: AcpToolCall): JsonObject {
  return Object.keys(call.input).length > 0 ? {} : members("content", text(shownDiffs(call)[0]?.["newText"]));
}

function inputPath(input: JsonObject): string | undefined {
  for (const name of PATH_MEMBERS) if (typeof input[name] === "string") return input[name];
  return undefined;
}

function firstUrl(title: string): string | undefined {
  return /https?:\/\/[^\s"'<>]+/.exec(title)?.[0];
}

function members(name: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
