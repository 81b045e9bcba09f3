import type {
  Block,
  Message,
  RefusalBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { Members } from "../../members/members.ts";
import { put } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { isTextDocument } from "../../rendering/document-text.ts";
import { withErrorMark } from "../../rendering/error-mark.ts";
import { writePart } from "../content/block-writer.ts";
import { putMessageCache } from "../content/cache-control.ts";
import { annotationsOf } from "../content/citations.ts";
import { isPlain, PART, putThinking } from "../content/thinking.ts";
import { CALL, LEGACY, writeLegacyCall, writeToolCall } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";

/** Content as it goes out: text if text will do, else a list of parts; undefined if there is nothing. */
export function writeContent(
  blocks: readonly Block[],
  asParts: boolean,
  profile: ChatProfile,
  writing: Writing,
): string | Members[] | undefined {
  const parts: Members[] = [];
  for (const block of blocks) {
    const part = writePart(block, profile, writing);
    if (part !== undefined) parts.push(part);
  }
  const [only] = parts;
  if (asParts) return parts;
  if (only === undefined) return undefined;
  const isPlainText = parts.length === 1 && only["type"] === "text" && Object.keys(only).length === 2;
  return isPlainText ? (only["text"] as string) : parts;
}

/** Writes a message of the system, the developer or the user. */
export function writeSpeech(
  message: Message,
  content: readonly Block[],
  profile: ChatProfile,
  writing: Writing,
): Members {
  const role = message.role === "developer" ? profile.developerRole : message.role;
  const asParts = isSpelled(message, profile.id, "parts");
  const written: Members = {
    role,
    content: writeContent(content.filter(hasSubstance), asParts, profile, writing) ?? "",
  };
  noteUnwritten(content, profile, writing);
  put(written, "name", message.name);
  putMessageCache(written, content, profile);
  return restoreOwn(written, ownMembers(message, profile.id));
}

export function writeAssistant(message: Message, profile: ChatProfile, writing: Writing): Members {
  const written: Members = { role: "assistant", content: null };
  const thinking: ThinkingBlock[] = [];
  const speech: Block[] = [];
  const calls: Members[] = [];
  for (const block of message.content) {
    if (block.type === "thinking" && !isSpelled(block, profile.id, PART)) {
      if (isWritten(block, profile, writing)) thinking.push(block);
    } else if (block.type === "tool_use") putCall(block, written, calls, profile, writing);
    else if (block.type === "opaque" && isSpelled(block, profile.id, CALL)) {
      if (block.dialect === profile.id) calls.push(block.value as Members);
    } else if (isOwnRefusal(block, profile)) written["refusal"] = block.text;
    else if (block.type === "audio" && block.id !== undefined) putAudio(block, written, profile);
    else if (hasSubstance(block) && isSpeech(block, profile)) speech.push(block);
    else noteUnwritten([block], profile, writing, true);
  }
  put(written, "name", message.name);
  putThinking(written, thinking, profile);
  if (calls.length > 0 || isSpelled(message, profile.id, "no_calls")) written["tool_calls"] = calls;
  const texts = speech.filter((block): block is TextBlock => block.type === "text");
  put(written, "annotations", annotationsOf(texts, profile));
  const asParts = isSpelled(message, profile.id, "parts");
  written["content"] =
    writeContent(speech, asParts, profile, writing) ?? emptyContent(message, written, profile);
  requireThinking(message, written, calls.length > 0, profile, writing);
  putMessageCache(written, message.content, profile);
  if (message.prefill === true && profile.prefill !== undefined) written[profile.prefill] = true;
  return restoreOwn(written, ownMembers(message, profile.id));
}

function isOwnRefusal(block: Block, profile: ChatProfile): block is RefusalBlock {
  return (
    block.type === "refusal" &&
    profile.features.refusal.is === "native" &&
    !isSpelled(block, profile.id, PART)
  );
}

// A turn of calls alone has null for content (E6); any other turn must have a text.
function emptyContent(message: Message, written: Members, profile: ChatProfile): string | null {
  if (isSpelled(message, profile.id, "empty")) return "";
  const stands = ["tool_calls", LEGACY, "refusal", "audio"].some((name) => written[name] !== undefined);
  return stands ? null : "";
}

function putCall(
  block: ToolUseBlock,
  written: Members,
  calls: Members[],
  profile: ChatProfile,
  writing: Writing,
): void {
  if (isSpelled(block, profile.id, LEGACY)) written[LEGACY] = writeLegacyCall(block, profile);
  else calls.push(writeToolCall(block, writing.ids.forward(block.id), profile));
}

function putAudio(block: Extract<Block, { type: "audio" }>, written: Members, profile: ChatProfile): void {
  if (profile.features["audio.file"].is === "none") return;
  written["audio"] = restoreOwn({ id: block.id }, ownMembers(block, profile.id));
}

function isWritten(block: ThinkingBlock, profile: ChatProfile, writing: Writing): boolean {
  if (profile.thinking.writes === "any" || isPlain(block)) return true;
  if (block.text !== "")
    writing.note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: "thinking that its vendor signed, sealed or summarised is left out",
      feature: "thinking.text",
    });
  return false;
}

function requireThinking(
  message: Message,
  written: Members,
  hasCalls: boolean,
  profile: ChatProfile,
  writing: Writing,
): void {
  const [member] = profile.thinking.text;
  if (!profile.thinking.requiredWithCalls || !hasCalls || member === undefined) return;
  if (written[member] !== undefined) return;
  written[member] = "";
  writing.note({
    node: message,
    at: `.${member}`,
    disposition: "mapped",
    reason: "a turn with tool calls is refused without its thinking, so an empty one is written",
    feature: "thinking.text",
  });
}

function isSpeech(block: Block, profile: ChatProfile): boolean {
  return (
    block.type === "text" ||
    block.type === "refusal" ||
    block.type === "thinking" ||
    (block.type === "opaque" && block.dialect === profile.id)
  );
}

function hasSubstance(block: Block): boolean {
  return block.type !== "text" || block.text !== "" || block.cache !== undefined;
}

// Blocks that the feature table supports in a user's turn only, or that it cannot judge by their kind.
function noteUnwritten(
  blocks: readonly Block[],
  profile: ChatProfile,
  writing: Writing,
  isAssistant = false,
): void {
  for (const block of blocks) {
    if (!isAssistant && isOfAssistant(block)) {
      writing.note({
        node: block,
        at: "",
        disposition: "refused",
        reason: "only the assistant's messages hold what the model thought, called or refused",
        feature: block.type === "tool_use" ? "tool_use" : "thinking.text",
      });
      continue;
    }
    const isMedia =
      block.type === "image" || block.type === "document" || block.type === "video" || block.type === "audio";
    if (!isMedia) continue;
    if (!isAssistant && writePart(block, profile, silent(writing)) !== undefined) continue;
    writing.note({
      node: block,
      at: "",
      disposition: "refused",
      reason: `${block.type} of this form has no place in this message`,
      feature: `${block.type}.${block.source.kind}`,
    });
  }
}

function isOfAssistant(block: Block): boolean {
  return block.type === "tool_use" || block.type === "thinking" || block.type === "redacted_thinking";
}

function silent(writing: Writing): Writing {
  return { ids: writing.ids, note: () => undefined };
}

/** Writes the result of a tool call. `media` holds its images and files, which go into a message of their own. */
export function writeToolResult(
  result: ToolResultBlock,
  message: Message,
  profile: ChatProfile,
  writing: Writing,
): { written: Members; media: Block[] } {
  const isMedia = (block: Block) =>
    block.type !== "text" && block.type !== "opaque" && !isTextDocument(block);
  const media = result.content.filter(isMedia);
  const asParts = isSpelled(message, profile.id, "parts") && media.length === 0;
  const inner = withErrorMark(
    result.content.filter((block) => !isMedia(block)),
    result.isError,
  );
  // Media alone leaves no text, and an empty result would say that there was nothing.
  const absent = media.length === 0 ? "" : "The content follows.";
  const content = writeContent(inner, asParts, profile, writing) ?? absent;
  const written: Members = isSpelled(result, profile.id, LEGACY)
    ? { role: "function", name: result.name ?? "", content }
    : { role: "tool", tool_call_id: writing.ids.forward(result.id), content };
  if (isSpelled(result, profile.id, "name")) put(written, "name", result.name);
  putMessageCache(written, [result], profile);
  if (message.role === "tool") restoreOwn(written, ownMembers(message, profile.id));
  return { written: restoreOwn(written, ownMembers(result, profile.id)), media };
}
