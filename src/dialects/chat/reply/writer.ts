import type { Block, Candidate, Reply, TextBlock, ThinkingBlock } from "../../../contract/index.ts";
import type { StreamWriting } from "../../codec/reply-codec.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { Members } from "../../members/members.ts";
import { put } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { writeTokenLogprobs } from "../../token-logprobs.ts";
import { writePart } from "../content/block-writer.ts";
import { annotationsOf } from "../content/citations.ts";
import { PART, putThinking } from "../content/thinking.ts";
import { LEGACY, writeLegacyCall, writeToolCall } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";
import { REPLY_OBJECT } from "../wire.ts";
import { summarizeChatContent } from "./reader.ts";
import { writeStop } from "./stop.ts";
import { writeUsage } from "./usage.ts";

/** Writes a whole Chat Completions reply. */
export function writeReply(reply: Reply, writing: StreamWriting, profile: ChatProfile): Members {
  const body: Members = { id: reply.id ?? writing.id };
  if (profile.namesObject) body["object"] = REPLY_OBJECT;
  body["created"] = reply.created ?? writing.created;
  body["model"] = reply.model ?? writing.model;
  body["choices"] = reply.candidates.map((candidate) => writeChoice(candidate, writing, profile));
  if (reply.usage !== undefined) body["usage"] = writeUsage(reply.usage, profile);
  put(body, "service_tier", reply.serviceTier);
  return restoreOwn(body, ownMembers(reply, profile.id));
}

function writeChoice(candidate: Candidate, writing: StreamWriting, profile: ChatProfile): Members {
  const message = writeMessage(candidate.content, writing, profile);
  const choice: Members = {
    index: candidate.index,
    message,
    logprobs: writeLogprobs(candidate.logprobs),
    finish_reason: writeStop(candidate.stop, summarizeChatContent(candidate.content, profile)),
  };
  restoreOwn(choice, ownMembers(candidate, profile.id));
  message["content"] ??= emptyContent(message);
  return choice;
}

/** Log probabilities of an answer; null if there are none. */
export function writeLogprobs(tokens: unknown): Members | null {
  return Array.isArray(tokens) ? { content: writeTokenLogprobs(tokens), refusal: null } : null;
}

// A turn of calls alone has null for content (E6); any other turn has a text.
function emptyContent(message: Members): string | null {
  const stands = ["tool_calls", LEGACY, "refusal", "audio"].some((name) => (message[name] ?? null) !== null);
  return stands ? null : "";
}

function writeMessage(content: readonly Block[], facts: StreamWriting, profile: ChatProfile): Members {
  const message: Members = { role: "assistant", content: null, refusal: null };
  const thinking: ThinkingBlock[] = [];
  const texts: TextBlock[] = [];
  const parts: Members[] = [];
  const calls: Members[] = [];
  const writing: Writing = { ids: facts.ids, note: () => undefined };
  for (const block of content) {
    switch (block.type) {
      case "text":
        texts.push(block);
        break;
      case "thinking":
        if (!isSpelled(block, profile.id, PART)) thinking.push(block);
        break;
      case "tool_use":
        if (isSpelled(block, profile.id, LEGACY)) message[LEGACY] = writeLegacyCall(block, profile);
        else calls.push(writeToolCall(block, block.id, profile));
        break;
      case "refusal":
        message["refusal"] = ((message["refusal"] as string | null) ?? "") + block.text;
        break;
      case "audio":
        putAudio(message, block, facts, profile);
        break;
      default:
        break;
    }
    const isPart = isSpelled(block, profile.id, PART) || block.type === "opaque";
    const part = isPart ? writePart(block, profile, writing) : undefined;
    if (part !== undefined) parts.push(part);
  }
  putThinking(
    message,
    thinking.filter((block) => isShown(block, profile)),
    profile,
  );
  if (parts.length > 0) message["content"] = withTexts(parts, texts, profile);
  else if (texts.length > 0) message["content"] = texts.map(({ text }) => text).join("");
  put(message, "annotations", annotationsOf(texts, profile));
  if (calls.length > 0) message["tool_calls"] = calls;
  return message;
}

// Thinking without text is written only for its sealed part.
function isShown(block: ThinkingBlock, profile: ChatProfile): boolean {
  return block.text !== "" || (block.sealed !== undefined && profile.thinking.sealed.length > 0);
}

function withTexts(parts: Members[], texts: readonly TextBlock[], profile: ChatProfile): Members[] {
  const plain = texts.filter((block) => !isSpelled(block, profile.id, PART) && block.text !== "");
  return [...parts, ...plain.map(({ text }) => ({ type: "text", text }))];
}

// Sound that another vendor made is kept nowhere, so its time is over at once.
function putAudio(
  message: Members,
  block: Extract<Block, { type: "audio" }>,
  { id, created }: StreamWriting,
  profile: ChatProfile,
): void {
  if (profile.replyFeatures.audio.is === "none" || block.source.kind !== "base64") return;
  const own = ownMembers(block, profile.id);
  const audio: Members = {
    id: block.id ?? `audio_${id}`,
    expires_at: own["expires_at"] ?? created,
    data: block.source.data,
    transcript: block.transcript ?? "",
  };
  message["audio"] = restoreOwn(audio, own);
}
