import type { Block, Candidate, Reply } from "../../../contract/index.ts";
import { summarizeContent } from "../../content-summary.ts";
import { Cursor, missing } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { keepOwn } from "../../members/own-members.ts";
import { isSpelled, spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { withSearches } from "../../search/search-count.ts";
import { readPart } from "../content/block-reader.ts";
import { readAnnotations } from "../content/citations.ts";
import { takeThinking } from "../content/thinking.ts";
import { LEGACY, mintCallId, readLegacyCall, readToolCall } from "../content/tool-call.ts";
import { throwFailure } from "../errors.ts";
import type { ChatProfile } from "../profile.ts";
import { REPLY_AUDIO } from "../wire.ts";
import { calledNames, countSearches } from "./searches.ts";
import { type ChatSummary, readStop } from "./stop.ts";
import { readUsage } from "./usage.ts";

/** Reads a whole Chat Completions reply. */
export function readReply(body: unknown, origins: Origins, profile: ChatProfile): Reply {
  const cursor = new Cursor(body, "$");
  // Azure answered a filtered prompt with status 200 and an error inside.
  if (cursor.peek("choices") === undefined && cursor.peek("error") !== undefined) throwFailure(body, profile);
  const reply: Reply = { candidates: [] };
  const id = cursor.text("id");
  if (id !== undefined) reply.id = id;
  put(reply, "model", cursor.text("model"));
  put(reply, "created", cursor.number("created"));
  put(reply, "serviceTier", cursor.text("service_tier"));
  cursor.take("object");
  const choices = cursor.list("choices", (item, path) => readChoice(item, path, id ?? "", profile, origins));
  if (choices === undefined) throw missing("$.choices");
  reply.candidates = choices;
  if (isMembers(cursor.peek("usage"))) {
    const usage = readUsage(cursor.take("usage"), "$.usage", profile);
    const searches = countSearches(reply.model, calledInReply(cursor.value["choices"]), profile);
    reply.usage = origins.mark(withSearches(usage, searches), "$.usage");
  }
  const rest = cursor.unread();
  return rest === undefined ? reply : keepOwn(reply, profile.id, rest);
}

function calledInReply(choices: unknown): (string | undefined)[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice) => (isMembers(choice) ? calledNames(choice["message"]) : []));
}

function readChoice(
  item: unknown,
  path: string,
  replyId: string,
  profile: ChatProfile,
  origins: Origins,
): Candidate {
  const cursor = new Cursor(item, path);
  const index = cursor.number("index") ?? 0;
  const message = cursor.object("message");
  const word = cursor.text("finish_reason");
  // Azure leaves the message of a filtered answer out; the finish reason says why.
  if (message === undefined && !word) throw missing(cursor.at("message"));
  const content = message === undefined ? [] : readContent(message, replyId, index, profile, origins);
  const candidate: Candidate = { index, content };
  candidate.stop = readStop(word, summarizeContent(content));
  const own: Members = {};
  readLogprobs(cursor, candidate, own);
  const messageRest = message?.unread();
  if (messageRest !== undefined) own["message"] = messageRest;
  Object.assign(own, cursor.unread());
  return origins.mark(Object.keys(own).length === 0 ? candidate : keepOwn(candidate, profile.id, own), path);
}

// The neutral form of log probabilities is the list of tokens; the refusal's list is this wire's own.
function readLogprobs(cursor: Cursor, candidate: Candidate, own: Members): void {
  const value = cursor.peek("logprobs");
  if (!isMembers(value) || !Array.isArray(value["content"])) return;
  const { content, ...more } = cursor.take("logprobs") as Members;
  candidate.logprobs = content;
  const left = Object.fromEntries(Object.entries(more).filter(([, one]) => one !== null));
  if (Object.keys(left).length > 0) own["logprobs"] = left;
}

function readContent(
  cursor: Cursor,
  replyId: string,
  candidate: number,
  profile: ChatProfile,
  origins: Origins,
): Block[] {
  const content: Block[] = [];
  cursor.take("role");
  for (const name of profile.padding) cursor.take(name);
  const thinking = takeThinking(cursor, profile);
  // Vendors send an empty text for a turn without thinking.
  if (thinking !== undefined && (thinking.text !== "" || thinking.sealed !== undefined))
    content.push(origins.mark(thinking, cursor.path));
  readSpeech(cursor, content, profile, origins);
  readAnnotations(cursor, content, profile);
  const refusal = cursor.text("refusal");
  if (refusal !== undefined && refusal !== "")
    content.push(origins.mark({ type: "refusal", text: refusal }, cursor.at("refusal")));
  readAudio(cursor, content, profile, origins);
  let ordinal = 0;
  const mint = () => mintCallId(replyId, candidate, ordinal);
  const calls = cursor.list("tool_calls", (item, path) => {
    const call = readToolCall(item, path, profile, origins, mint);
    ordinal += 1;
    return call;
  });
  content.push(...(calls ?? []));
  const legacy = readLegacyCall(cursor, profile, origins, mint);
  if (legacy !== undefined) content.push(legacy);
  return content;
}

function readSpeech(cursor: Cursor, content: Block[], profile: ChatProfile, origins: Origins): void {
  const value = cursor.peek("content");
  const place = cursor.at("content");
  if (typeof value === "string") {
    cursor.take("content");
    if (value !== "") content.push(origins.mark({ type: "text", text: value }, place));
  } else if (Array.isArray(value)) {
    cursor.take("content");
    value.forEach((item, index) => {
      const part = readPart(item, `${place}[${index}]`, profile, origins);
      content.push(part.type === "text" ? spell(part, profile.id, "part") : part);
    });
  }
}

function readAudio(cursor: Cursor, content: Block[], profile: ChatProfile, origins: Origins): void {
  const value = cursor.peek("audio");
  // Snowflake sends the member with everything in it empty.
  if (!isMembers(value) || value["id"] === "" || profile.replyFeatures.audio.is === "none") return;
  const inner = cursor.object("audio")!;
  const source = { kind: "base64", mediaType: REPLY_AUDIO, data: inner.text("data") ?? "" } as const;
  const block: Block = { type: "audio", source: { ...source } };
  put(block, "id", inner.text("id"));
  put(block, "transcript", inner.text("transcript"));
  const rest = inner.unread();
  if (rest !== undefined) keepOwn(block, profile.id, rest);
  content.push(origins.mark(block, cursor.at("audio")));
}

export function summarizeChatContent(content: readonly Block[], profile: ChatProfile): ChatSummary {
  const hasLegacyCall = content.some(
    (block) => block.type === "tool_use" && isSpelled(block, profile.id, LEGACY),
  );
  return { ...summarizeContent(content), hasLegacyCall };
}
