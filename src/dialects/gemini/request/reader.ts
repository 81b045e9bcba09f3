import type { Block, Conversation, Message } from "../../../contract/index.ts";
import { AbpError } from "../../../contract/index.ts";
import type { Reading } from "../../codec/request-codec.ts";
import { type Cursor, missing, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import { readPart } from "../content/block-reader.ts";
import { Calls } from "../content/calls.ts";
import { rememberSpelling } from "../spelling.ts";
import { ID, open } from "../wire.ts";
import { readGenerationConfig } from "./generation-config.ts";
import { readToolConfig } from "./tool-choice.ts";
import { readTools } from "./tools.ts";

const ROLES: Readonly<Record<string, Message["role"]>> = {
  user: "user",
  model: "assistant",
  function: "tool",
  tool: "tool",
};

/** Reads a `GenerateContentRequest`; the model and streaming are in the path and come with `reading`. */
export function readRequest(value: unknown, reading: Reading): Conversation {
  const body = openRequest(value);
  const calls = new Calls();
  let left: Members | undefined;
  const system = readSystem(body, reading, (inner) => {
    left = nest(left, "systemInstruction", inner);
  });
  const toolsValue = body.take("tools");
  const tools = toolsValue === undefined ? [] : readTools(toolsValue, body.at("tools"), reading.origins);
  const toolConfig = openMember(body, "toolConfig");
  const choice = toolConfig === undefined ? undefined : readToolConfig(toolConfig, reading.origins);
  left = nest(left, "toolConfig", emptyOr(toolConfig, choice?.left));
  const messages = readContents(body, reading, calls);
  const generation = openMember(body, "generationConfig") ?? open({}, "$.generationConfig");
  const config = readGenerationConfig(generation);
  left = nest(
    left,
    "generationConfig",
    emptyOr(body.peek("generationConfig") === undefined ? undefined : generation, config.left),
  );
  const serviceTier = body.text("serviceTier");
  const store = body.flag("store");
  const bodyModel = body.peek("model");
  const rest = leftover(body);
  const vendor = rest === undefined && left === undefined ? undefined : { ...left, ...rest };
  return {
    model: reading.model ?? (typeof bodyModel === "string" ? bodyModel.replace(/^models\//, "") : ""),
    system,
    tools,
    ...(choice?.choice === undefined ? {} : { toolChoice: choice.choice }),
    messages,
    ...config.members,
    ...(reading.stream === undefined ? {} : { stream: { enabled: reading.stream } }),
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(store === undefined ? {} : { store }),
    ...asVendor(ID, vendor),
  };
}

// A request to count tokens may hold the request that is counted.
function openRequest(value: unknown): Cursor {
  const body = open(value, "$");
  const inner = body.peek("contents") === undefined ? body.peek("generateContentRequest") : undefined;
  return inner === undefined ? body : open(inner, "$.generateContentRequest");
}

// An empty wrapper leaves no trace in the conversation, so it is kept for its own sake.
function emptyOr(wrapper: Cursor | undefined, left: Members | undefined): Members | undefined {
  if (wrapper === undefined || left !== undefined) return left;
  return Object.keys(wrapper.value).length === 0 ? {} : undefined;
}

function openMember(body: Cursor, name: string): Cursor | undefined {
  const value = body.take(name);
  return value === undefined ? undefined : open(value, body.at(name));
}

function readSystem(body: Cursor, reading: Reading, keep: (left: Members) => void): Block[] {
  const value = body.take("systemInstruction");
  const path = body.at("systemInstruction");
  if (value === undefined) return [];
  if (typeof value === "string") return [reading.origins.mark({ type: "text", text: value } as Block, path)];
  const content = open(value, path);
  const calls = new Calls();
  const blocks = readParts(content, reading, calls, false);
  // Clients name a role, which the API does not look at here.
  const role = content.peek("role");
  if (typeof role === "string" && blocks[0] !== undefined)
    rememberSpelling(blocks[0], { role: content.need("role") });
  const left = leftover(content);
  if (left !== undefined) keep(left);
  return blocks;
}

function readContents(body: Cursor, reading: Reading, calls: Calls): Message[] {
  const value = body.take("contents");
  const path = body.at("contents");
  if (value === undefined) throw missing(path);
  if (typeof value === "string" || isMembers(value)) return [readContent(value, path, reading, calls)];
  if (!Array.isArray(value)) throw wrongType(path, value, "a list");
  return value.map((item, index) => readContent(item, `${path}[${index}]`, reading, calls));
}

function readContent(value: unknown, path: string, reading: Reading, calls: Calls): Message {
  if (typeof value === "string") {
    const text: Block = reading.origins.mark({ type: "text", text: value }, path);
    return reading.origins.mark({ role: "user", content: [text] }, path);
  }
  const content = open(value, path);
  const word = content.text("role") ?? "user";
  const role = Object.hasOwn(ROLES, word) ? ROLES[word]! : undefined;
  if (role === undefined) {
    const place = content.at("role");
    throw new AbpError(
      "contract_schema_violation",
      `${place} is ${JSON.stringify(word)}, expected user or model`,
      {
        where: place,
        details: { path: place },
      },
    );
  }
  const blocks = readParts(content, reading, calls, role === "assistant");
  rememberSpelling(blocks[0], { role: word });
  const message: Message = { role, content: blocks, ...asVendor(ID, leftover(content)) };
  return reading.origins.mark(message, path);
}

function readParts(content: Cursor, reading: Reading, calls: Calls, isModel: boolean): Block[] {
  const { origins } = reading;
  const value = content.take("parts");
  const path = content.at("parts");
  if (value === undefined) return [];
  // proto3 JSON takes one object for a list of one.
  if (isMembers(value)) {
    const blocks = readPart(value, path, { origins, calls, isModel });
    rememberSpelling(blocks[0], { isSingle: true });
    return blocks;
  }
  if (!Array.isArray(value)) throw wrongType(path, value, "a list");
  return value.flatMap((part, index) => readPart(part, `${path}[${index}]`, { origins, calls, isModel }));
}
