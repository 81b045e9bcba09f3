import { AbpError, type Block, type Conversation, type Message } from "../../../contract/index.ts";
import type { Writing, WrittenRequest } from "../../codec/request-codec.ts";
import { isInstruction } from "../../features/used-features.ts";
import type { Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { markInstruction } from "../../rendering/marked-instruction.ts";
import { type PartWriting, writeParts } from "../content/block-writer.ts";
import { spellingOf } from "../spelling.ts";
import { ID } from "../wire.ts";
import { writeGenerationConfig } from "./generation-config.ts";
import { writeToolChoice } from "./tool-choice.ts";
import { writeTools } from "./tools.ts";

const TIERS: Readonly<Record<string, string>> = { default: "standard", standard_only: "standard" };
const OWN_TIERS = new Set(["unspecified", "standard", "flex", "priority"]);

/** Writes a `GenerateContentRequest`, with the members of the prefix first. */
export function writeRequest(conversation: Conversation, writing: Writing): WrittenRequest {
  const { messages } = conversation;
  const turns = messages.findIndex((message) => !isInstruction(message));
  const leading = turns === -1 ? messages : messages.slice(0, turns);
  const parts: PartWriting = {
    names: namesOf(messages),
    forward: (id) => writing.ids.forward(id),
    note: writing.note,
    isReply: false,
  };
  const system = writeParts([...conversation.system, ...leading.flatMap(({ content }) => content)], parts);
  const { role, isSingle } = spellingOf(conversation.system[0]);
  const instruction = { parts: isSingle === true && system.length === 1 ? system[0] : system };
  const tools = writeTools(conversation.tools, writing);
  const calling = writeToolChoice(conversation);
  const generationConfig = writeGenerationConfig(conversation, writing);
  const serviceTier = writeTier(conversation, writing);
  const body: Members = {
    ...(system.length === 0
      ? {}
      : { systemInstruction: role === undefined ? instruction : { role, ...instruction } }),
    ...(Array.isArray(tools) && tools.length === 0 ? {} : { tools }),
    ...(calling === undefined ? {} : { toolConfig: { functionCallingConfig: calling } }),
    contents: writeContents(messages.slice(leading.length), parts, writing),
    ...(generationConfig === undefined ? {} : { generationConfig }),
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(conversation.store === undefined ? {} : { store: conversation.store }),
  };
  restoreOwn(body, ownMembers(conversation, ID));
  keepLevel(body, ownMembers(conversation, ID));
  const resource = resourceOf(conversation.model);
  if (writing.operation === "count_tokens") {
    // Beside `contents` alone the endpoint takes a whole request, which then names its model.
    const generateContentRequest = { model: resource.name, ...body };
    return { path: `${resource.path}:countTokens`, body: { generateContentRequest } };
  }
  const method = conversation.stream?.enabled === true ? "streamGenerateContent?alt=sse" : "generateContent";
  return { path: `${resource.path}:${method}`, body };
}

/** The model as a resource, and where it is: the model stands in the path. */
function resourceOf(model: string): { readonly name: string; readonly path: string } {
  const name = /^(?:models|tunedModels|publishers|projects)\//.test(model) ? model : `models/${model}`;
  const segments = name.split("/");
  if (segments.some((segment) => segment === "." || segment === "..")) {
    throw new AbpError("contract_schema_violation", `$.model is no model name: ${JSON.stringify(model)}`, {
      where: "$.model",
      details: { path: "$.model" },
    });
  }
  const path = segments.map((segment) => encodeURIComponent(segment).replaceAll("%40", "@")).join("/");
  return { name, path: `/v1beta/${path}` };
}

// The API takes levels in any letters; the caller's spelling is kept if it says the same.
function keepLevel(body: Members, own: Members): void {
  const spelled = levelOf(own);
  const written = levelOf(body);
  if (typeof spelled?.["thinkingLevel"] !== "string" || written === undefined) return;
  if (spelled["thinkingLevel"].toUpperCase() === written["thinkingLevel"])
    written["thinkingLevel"] = spelled["thinkingLevel"];
}

function levelOf(body: Members): Members | undefined {
  const config = body["generationConfig"] as Members | undefined;
  return config?.["thinkingConfig"] as Members | undefined;
}

function writeTier(conversation: Conversation, writing: Writing): string | undefined {
  const { serviceTier } = conversation;
  if (serviceTier === undefined) return undefined;
  const tier = Object.hasOwn(TIERS, serviceTier) ? TIERS[serviceTier]! : serviceTier;
  if (OWN_TIERS.has(tier)) return tier;
  writing.note({
    node: undefined,
    at: "$",
    disposition: serviceTier === "auto" ? "mapped" : "disclosed",
    reason: `the tier ${serviceTier} is left to the API's default`,
    feature: "service_tier",
  });
  return undefined;
}

function namesOf(messages: readonly Message[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { content } of messages)
    for (const block of content) if (block.type === "tool_use") names.set(block.id, block.name);
  return names;
}

interface Turn {
  readonly role: "user" | "model";
  /** The role's word if the caller of this dialect wrote another. */
  readonly word: string;
  readonly blocks: Block[];
  readonly own: Members;
}

// The API wants user and model in turns, and all results of a turn's calls in the next one.
function writeContents(messages: readonly Message[], parts: PartWriting, writing: Writing): Members[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "model" : "user";
    const last = turns.at(-1);
    const { role: spelled } = spellingOf(message.content[0]);
    const content = isInstruction(message) ? writeAsUser(message, writing) : message.content;
    if (last?.role === role && spelled === undefined) {
      last.blocks.push(...content);
      restoreOwn(last.own, ownMembers(message, ID));
    } else
      turns.push({
        role,
        word: spelled ?? role,
        blocks: [...content],
        own: { ...ownMembers(message, ID) },
      });
  }
  const answered = new Map<string, string>();
  const order = new Map<string, number>();
  let calls = 0;
  return turns.flatMap((turn) => {
    for (const block of turn.blocks) {
      if (block.type !== "tool_use") continue;
      // A client may number the calls of each turn anew.
      answered.delete(block.id);
      order.set(block.id, calls++);
    }
    const blocks = turn.role === "user" ? inCallOrder(turn.blocks, order) : turn.blocks;
    const written = writeParts(
      blocks.filter((block) => isFirst(block, answered, writing)),
      parts,
    );
    return written.length === 0 ? [] : [restoreOwn({ role: turn.word, parts: written }, turn.own)];
  });
}

function writeAsUser(message: Message, writing: Writing): Block[] {
  writing.note({
    node: message,
    at: "",
    disposition: "disclosed",
    reason: "contents know user and model alone; it is written as a marked text of the user",
    feature: "role.system_midway",
  });
  return markInstruction(message);
}

function inCallOrder(blocks: readonly Block[], order: ReadonlyMap<string, number>): Block[] {
  const results = blocks.filter((block) => block.type === "tool_result");
  if (results.length === 0) return [...blocks];
  const place = (id: string) => order.get(id) ?? Number.MAX_SAFE_INTEGER;
  results.sort((left, right) => place(left.id) - place(right.id));
  return [...results, ...blocks.filter((block) => block.type !== "tool_result")];
}

function isFirst(block: Block, answered: Map<string, string>, writing: Writing): boolean {
  if (block.type !== "tool_result") return true;
  const digest = JSON.stringify([block.content, block.isError ?? false]);
  const before = answered.get(block.id);
  if (before === undefined) {
    answered.set(block.id, digest);
    return true;
  }
  writing.note({
    node: block,
    at: "",
    disposition: before === digest ? "mapped" : "refused",
    reason:
      before === digest ? "a repeated result is left out" : `the call ${block.id} has two different results`,
    feature: "tool_result.text",
  });
  return false;
}
