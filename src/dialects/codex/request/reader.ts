import type { Block, Conversation, Message, OutputFormat, Reasoning, Tool } from "../../../contract/index.ts";
import { takeCacheOptions } from "../../cache/cache-options.ts";
import type { Reading } from "../../codec/request-codec.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { AGENT_MESSAGE, readAgentMessage } from "../content/agent-message.ts";
import { readCompaction } from "../content/compaction.ts";
import { readContent, readModelItem, readOpaqueItem, readToolResult } from "../content/item-reader.ts";
import { readSearchResult } from "../content/tool-search.ts";
import { readTypedResult } from "../content/typed-call.ts";
import { ID, INCLUDE_LOGPROBS, SUMMARIES, sideOf } from "../wire.ts";
import { keepNamespaces, placeOf, readFoundTool, readTool, readToolChoice } from "./tools.ts";

/** Reads a request of the Responses API. */
export function readRequest(body: unknown, reading: Reading): Conversation {
  const { origins } = reading;
  const cursor = new Cursor(body, "$");
  const marks: string[] = [];
  const wrappers: Members = {};
  const model = cursor.text("model") ?? reading.model ?? "";
  const system = readInstructions(cursor, origins, marks);
  const tools = cursor.list("tools", (item, path) => readTool(item, path, origins))?.flat() ?? [];
  if (tools.length === 0 && Array.isArray(cursor.peek("tools"))) marks.push("tools");
  keepNamespaces(cursor.peek("tools"), "tools", wrappers);
  const choice = cursor.take("tool_choice");
  const parallelToolCalls = cursor.flag("parallel_tool_calls");
  const messages = readInput(cursor, origins, tools, marks, wrappers);
  const stream = cursor.flag("stream") ?? reading.stream;
  const text = readText(cursor, wrappers);
  const reasoning = readReasoning(cursor, wrappers);
  const logprobs = readLogprobs(cursor, marks);
  const cacheKey = cursor.text("prompt_cache_key");
  const retention = cursor.text("prompt_cache_retention");
  const cache = {
    ...ifDefined("key", cacheKey),
    ...ifDefined("retention", retention),
    ...ifDefined("options", takeCacheOptions(cursor)),
  };
  const metadata = cursor.object("metadata")?.value;
  return {
    model,
    system,
    tools,
    ...(choice === undefined
      ? {}
      : { toolChoice: readToolChoice(choice, cursor.at("tool_choice"), origins) }),
    ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    messages,
    ...ifDefined("maxOutputTokens", cursor.number("max_output_tokens")),
    sampling: {
      ...ifDefined("temperature", cursor.number("temperature")),
      ...ifDefined("topP", cursor.number("top_p")),
      ...ifDefined("logprobs", logprobs),
    },
    stop: [],
    ...text,
    ...ifDefined("reasoning", reasoning),
    // Every stream of this API ends with its usage, so a caller of it counts on that.
    ...(stream === undefined ? {} : { stream: { enabled: stream, ...(stream ? { usage: true } : {}) } }),
    ...(Object.keys(cache).length === 0 ? {} : { cache }),
    ...ifDefined("user", cursor.text("user")),
    ...ifDefined("metadata", metadata),
    ...ifDefined("serviceTier", cursor.text("service_tier")),
    ...ifDefined("store", cursor.flag("store")),
    ...ifDefined("previous", cursor.text("previous_response_id")),
    ...asVendor(ID, { ...leftover(cursor), ...wrappers }, marks),
  };
}

function ifDefined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function readInstructions(cursor: Cursor, origins: Origins, marks: string[]): Block[] {
  const text = cursor.text("instructions");
  if (text === undefined) return [];
  if (text === "") {
    marks.push("instructions");
    return [];
  }
  return [origins.mark({ type: "text", text }, cursor.at("instructions"))];
}

function readInput(
  cursor: Cursor,
  origins: Origins,
  tools: Tool[],
  marks: string[],
  wrappers: Members,
): Message[] {
  const input = cursor.take("input");
  const path = cursor.at("input");
  if (input === undefined) {
    marks.push("inputless");
    return [];
  }
  if (typeof input === "string") {
    marks.push("input");
    const text = origins.mark({ type: "text" as const, text: input }, path);
    return [origins.mark({ role: "user" as const, content: [text] }, path)];
  }
  if (!Array.isArray(input)) throw wrongType(path, input, "text or a list");
  const messages: Message[] = [];
  for (const [index, item] of input.entries())
    readItem(new Cursor(item, `${path}[${index}]`), index, messages);
  return messages;

  function readItem(item: Cursor, index: number, into: Message[]): void {
    const type = item.peek("type");
    const role = item.peek("role");
    if (type === "message" || (type === undefined && typeof role === "string")) {
      if (role === "assistant") addModelItem(item, origins, into);
      else into.push(readMessage(item, origins));
      return;
    }
    if (type === "function_call_output" || type === "custom_tool_call_output") {
      const result = origins.mark(readToolResult(item, origins), item.path);
      into.push(origins.mark({ role: "tool", content: [result] }, item.path));
      return;
    }
    const text =
      type === "compaction"
        ? readCompaction(item)
        : type === AGENT_MESSAGE
          ? readAgentMessage(item)
          : undefined;
    if (text !== undefined) {
      into.push(origins.mark({ role: "user", content: [origins.mark(text, item.path)] }, item.path));
      return;
    }
    const found = type === "tool_search_output" ? readSearchResult(item, origins) : undefined;
    if (found !== undefined) {
      addFoundTools(item, origins, tools);
      into.push(origins.mark({ role: "tool", content: [origins.mark(found, item.path)] }, item.path));
      return;
    }
    const answered = readTypedResult(item, origins, into);
    if (answered !== undefined) {
      into.push(origins.mark({ role: "tool", content: [origins.mark(answered, item.path)] }, item.path));
      return;
    }
    if (type === "additional_tools" && liftTools(item, index, origins, tools, wrappers)) return;
    const side = typeof type === "string" ? sideOf(type) : "assistant";
    if (side === "assistant") {
      if (type === undefined)
        addBlocks([origins.mark(readOpaqueItem(item), item.path)], item.path, origins, into);
      else addModelItem(item, origins, into);
      return;
    }
    const block = origins.mark(readOpaqueItem(item), item.path);
    into.push(origins.mark({ role: side, content: [block] }, item.path));
  }
}

function addModelItem(item: Cursor, origins: Origins, into: Message[]): void {
  addBlocks(readModelItem(item.value, item.path, origins, "history"), item.path, origins, into);
}

// All that the model said and did without being answered is one turn.
function addBlocks(blocks: Block[], path: string, origins: Origins, into: Message[]): void {
  const last = into.at(-1);
  if (last?.role === "assistant") last.content.push(...blocks);
  else into.push(origins.mark({ role: "assistant", content: blocks }, path));
}

const ROLES: ReadonlySet<unknown> = new Set(["user", "system", "developer"]);

function readMessage(item: Cursor, origins: Origins): Message {
  const marks: string[] = [];
  if (item.text("type") === undefined) marks.push("easy");
  const role = item.need("role");
  if (!ROLES.has(role)) throw wrongType(item.at("role"), role, "user, assistant, system or developer");
  const id = item.peek("id");
  const content = item.take("content");
  if (typeof content === "string") marks.push("string");
  else if (Array.isArray(content) && content.length === 0) marks.push("no_parts");
  return origins.mark(
    {
      role: role as Message["role"],
      content: readContent(content, item.at("content"), origins, "input"),
      ...(typeof id === "string" ? { id } : {}),
      ...asVendor(ID, leftover(item), marks),
    },
    item.path,
  );
}

// Tools that an item brings are tools like any other; the item itself is kept by its place.
function liftTools(item: Cursor, index: number, origins: Origins, tools: Tool[], wrappers: Members): boolean {
  const list = item.peek("tools");
  if (!Array.isArray(list) || list.length === 0) return false;
  tools.push(...item.list("tools", (tool, path) => readTool(tool, path, origins, index))!.flat());
  wrappers[placeOf(index)] = leftover(item) ?? {};
  keepNamespaces(list, `${placeOf(index)}.tools`, wrappers);
  return true;
}

// A tool that was found may be called from then on; one that several searches found is one tool.
function addFoundTools(item: Cursor, origins: Origins, tools: Tool[]): void {
  const found = item.list("tools", (tool, path) => readFoundTool(tool, path, origins))!.flat();
  for (const tool of found) if (!tools.some((one) => isSame(one, tool))) tools.push(tool);
}

function isSame(one: Tool, other: Tool): boolean {
  if (one.kind === "server" || other.kind === "server") return false;
  return one.name === other.name && one.namespace === other.namespace;
}

function readText(cursor: Cursor, wrappers: Members): Pick<Conversation, "output" | "verbosity"> {
  const text = cursor.object("text");
  if (text === undefined) return {};
  const verbosity = text.text("verbosity");
  const format = isMembers(text.peek("format")) ? readFormat(text.object("format")!) : undefined;
  const rest = nest(leftover(text), "format", format?.rest);
  if (rest !== undefined || Object.keys(text.value).length === 0) wrappers["text"] = rest ?? {};
  return { ...ifDefined("output", format?.output), ...ifDefined("verbosity", verbosity) };
}

function readFormat(format: Cursor): { output?: OutputFormat; rest: Members | undefined } {
  switch (format.peek("type")) {
    case "text":
      format.take("type");
      return { output: { kind: "text" }, rest: leftover(format) };
    case "json_object":
      format.take("type");
      return { output: { kind: "json" }, rest: leftover(format) };
    case "json_schema": {
      format.take("type");
      const output: OutputFormat = {
        kind: "json_schema",
        ...ifDefined("name", format.text("name")),
        ...ifDefined("description", format.text("description")),
        schema: format.take("schema"),
        ...ifDefined("strict", format.flag("strict")),
      };
      return { output, rest: leftover(format) };
    }
    default:
      return { rest: format.value };
  }
}

function readReasoning(cursor: Cursor, wrappers: Members): Reasoning | undefined {
  const reasoning = cursor.object("reasoning");
  if (reasoning === undefined) return undefined;
  const effort = reasoning.text("effort");
  const summary = reasoning.peek("summary");
  const display =
    typeof summary === "string" && SUMMARIES.has(summary) ? reasoning.text("summary") : undefined;
  const rest = leftover(reasoning);
  if (rest !== undefined) wrappers["reasoning"] = rest;
  return {
    ...(effort === "none" ? { mode: "off" as const } : ifDefined("effort", effort)),
    ...ifDefined("display", display === "auto" ? "summary" : display),
  };
}

function readLogprobs(cursor: Cursor, marks: string[]): { top?: number } | undefined {
  const include = cursor.peek("include");
  const isIncluded = Array.isArray(include) && include.includes(INCLUDE_LOGPROBS);
  if (isIncluded && include.length === 1) cursor.take("include");
  // Without the log probabilities themselves, no alternatives to them are asked for.
  if (!isIncluded && cursor.peek("top_logprobs") === 0) return undefined;
  const top = cursor.number("top_logprobs");
  if (!isIncluded && top === undefined) return undefined;
  if (!isIncluded) marks.push("top_logprobs");
  return top === undefined ? {} : { top };
}
