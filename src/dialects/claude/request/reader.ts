import type { Conversation, Message, OutputFormat, Reasoning } from "../../../contract/index.ts";
import type { Reading } from "../../codec/request-codec.ts";
import { Cursor, missing, wrongType } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { keepOwn, leftover } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { readContent } from "../content/block-reader.ts";
import { readCache } from "../content/cache-hint.ts";
import { ID } from "../wire.ts";
import { readServers } from "./mcp-servers.ts";
import { readThinkingConfig } from "./reasoning.ts";
import { readTool, readToolChoice } from "./tools.ts";

/** Reads a request of the Messages API, of its token counter, or of a cloud that keeps the model in the path. */
export function readRequest(body: unknown, reading: Reading): Conversation {
  const { origins } = reading;
  const cursor = new Cursor(body, "$");
  const model = cursor.text("model") ?? reading.model;
  if (model === undefined) throw missing("$.model");
  const nested: Members = {};
  const { reasoning, output } = readOutput(cursor, nested);
  const choice = readToolChoice(cursor, origins);
  const messages = readMessages(cursor, origins);
  const system = readContent(cursor.take("system"), "$.system", origins);
  const listed = cursor.list("tools", (tool, path) => readTool(tool, path, origins)) ?? [];
  const tools = readServers(cursor, listed, origins);
  const maxOutputTokens = cursor.number("max_tokens");
  const stream = cursor.flag("stream") ?? reading.stream;
  const user = readUser(cursor, nested);
  const serviceTier = cursor.text("service_tier");
  const automatic = readCache(cursor)?.cache;
  const sampling = readSampling(cursor);
  const stop = cursor.texts("stop_sequences") ?? [];
  const read: Conversation = { model, system, tools, ...choice, messages, sampling, stop };
  if (maxOutputTokens !== undefined) read.maxOutputTokens = maxOutputTokens;
  if (output !== undefined) read.output = output;
  if (reasoning !== undefined) read.reasoning = reasoning;
  if (stream !== undefined) read.stream = { enabled: stream };
  if (user !== undefined) read.user = user;
  if (serviceTier !== undefined) read.serviceTier = serviceTier;
  if (automatic !== undefined) read.cache = { automatic };
  return keepOwn(keepOwn(read, ID, leftover(cursor)), ID, nested);
}

function readMessages(cursor: Cursor, origins: Origins): Message[] {
  const messages = cursor.list("messages", (item, path) => readMessage(item, path, origins));
  if (messages === undefined) throw missing("$.messages");
  const last = messages.at(-1);
  if (last?.role === "assistant") last.prefill = true;
  return messages;
}

function readMessage(item: unknown, path: string, origins: Origins): Message {
  const cursor = new Cursor(item, path);
  const role = cursor.need("role");
  if (role !== "user" && role !== "assistant" && role !== "system") {
    throw wrongType(`${path}.role`, role, "user, assistant or system");
  }
  const content = readContent(cursor.take("content"), cursor.at("content"), origins);
  return origins.mark(keepOwn<Message>({ role, content }, ID, leftover(cursor)), path);
}

function readSampling(cursor: Cursor): Conversation["sampling"] {
  const temperature = cursor.number("temperature");
  const topP = cursor.number("top_p");
  const topK = cursor.number("top_k");
  const sampling: Conversation["sampling"] = {};
  if (temperature !== undefined) sampling.temperature = temperature;
  if (topP !== undefined) sampling.topP = topP;
  if (topK !== undefined) sampling.topK = topK;
  return sampling;
}

function readOutput(
  cursor: Cursor,
  nested: Members,
): { reasoning: Reasoning | undefined; output: OutputFormat | undefined } {
  const thinking = cursor.take("thinking");
  const read = thinking === undefined ? undefined : readThinkingConfig(thinking, cursor.at("thinking"));
  if (read?.rest !== undefined) nested["thinking"] = read.rest;
  const config = cursor.object("output_config");
  const effort = config?.text("effort");
  const format = config?.object("format") ?? cursor.object("output_format");
  const output = format === undefined ? undefined : readFormat(format);
  const rest = config === undefined ? undefined : leftover(config);
  if (rest !== undefined) nested["output_config"] = rest;
  const unread = format === undefined ? undefined : leftover(format);
  if (unread !== undefined) nested["output_config"] = { ...rest, format: unread };
  if (read === undefined && effort === undefined) return { reasoning: undefined, output };
  const reasoning = { ...read?.reasoning, ...(effort === undefined ? {} : { effort }) };
  return { reasoning: Object.keys(reasoning).length === 0 ? undefined : reasoning, output };
}

function readFormat(format: Cursor): OutputFormat | undefined {
  if (format.peek("type") !== "json_schema") return undefined;
  format.take("type");
  return { kind: "json_schema", schema: format.take("schema"), enforced: true };
}

function readUser(cursor: Cursor, nested: Members): string | undefined {
  const metadata = cursor.object("metadata");
  if (metadata === undefined) return undefined;
  const user = metadata.text("user_id");
  const rest = leftover(metadata);
  if (rest !== undefined) nested["metadata"] = rest;
  return user;
}
