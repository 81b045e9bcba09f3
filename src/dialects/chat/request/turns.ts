import { isDeepStrictEqual } from "node:util";
import type { Block, Message, ToolResultBlock } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import type { Members } from "../../members/members.ts";
import type { ChatProfile } from "../profile.ts";
import { writeAssistant, writeContent, writeSpeech, writeToolResult } from "./message-writer.ts";

interface PendingResult {
  readonly result: ToolResultBlock;
  readonly message: Message;
}

/**
 * Writes the messages in the order that the wire demands: after a turn with calls come its results,
 * one message each and in the order of the calls, before anything else in the message.
 */
export function writeTurns(messages: readonly Message[], profile: ChatProfile, writing: Writing): Members[] {
  const written: Members[] = [];
  let order = new Map<string, number>();
  let pending: PendingResult[] = [];
  let speeches: { readonly message: Message; readonly rest: Block[] }[] = [];

  const flush = () => {
    flushResults();
    for (const { message, rest } of speeches) {
      const speech = writeSpeech(message, rest, profile, writing);
      if (!isUnwritten(rest, speech)) written.push(speech);
    }
    speeches = [];
  };
  const flushResults = () => {
    if (pending.length === 0) return;
    const place = (one: PendingResult) => order.get(one.result.id) ?? order.size;
    const sorted = withoutDuplicates(pending, writing).sort((one, other) => place(one) - place(other));
    const media: { id: string; blocks: Block[] }[] = [];
    for (const { result, message } of sorted) {
      const one = writeToolResult(result, message, profile, writing);
      written.push(one.written);
      if (one.media.length > 0) media.push({ id: result.id, blocks: one.media });
    }
    if (media.length > 0) written.push(writeMedia(media, profile, writing));
    pending = [];
  };

  for (const message of messages) {
    const rest: Block[] = [];
    for (const block of message.content) {
      if (block.type === "tool_result") pending.push({ result: block, message });
      else rest.push(block);
    }
    if (message.role === "tool" && rest.length === 0) continue;
    if (message.role === "user" && rest.length === 0 && message.content.length > 0) continue;
    if (message.role !== "assistant") {
      if (rest.length > 0 && rest.every((block) => isForeign(block, profile))) continue;
      const role = message.role === "tool" ? "user" : message.role;
      speeches.push({ message: role === message.role ? message : { ...message, role }, rest });
      continue;
    }
    flush();
    const answer = writeAssistant(message, profile, writing);
    if (!isUnwritten(message.content, answer)) written.push(answer);
    order = callOrder(message);
  }
  flush();
  return written;
}

// Units of other vendors have no place here, and the account names each; a message of nothing else is an error.
function isUnwritten(content: readonly Block[], written: Members): boolean {
  if (content.length === 0 || written["content"] !== "") return false;
  // Nothing but the role and the content.
  return content.every(({ type }) => type === "opaque") && Object.keys(written).length === 2;
}

function isForeign(block: Block, { id }: ChatProfile): boolean {
  return block.type === "opaque" && block.dialect !== id;
}

function callOrder(message: Message): Map<string, number> {
  const order = new Map<string, number>();
  for (const block of message.content) if (block.type === "tool_use") order.set(block.id, order.size);
  return order;
}

function withoutDuplicates(pending: readonly PendingResult[], writing: Writing): PendingResult[] {
  const seen = new Map<string, ToolResultBlock>();
  return pending.filter(({ result }) => {
    const before = seen.get(result.id);
    if (before === undefined) {
      seen.set(result.id, result);
      return true;
    }
    const isSame = isDeepStrictEqual(before.content, result.content);
    writing.note({
      node: result,
      at: "",
      disposition: isSame ? "disclosed" : "refused",
      reason: `the call ${result.id} has ${isSame ? "the same result twice; one is written" : "two different results"}`,
      feature: "tool_result.text",
    });
    return false;
  });
}

function writeMedia(
  media: readonly { id: string; blocks: Block[] }[],
  profile: ChatProfile,
  writing: Writing,
): Members {
  const blocks = media.flatMap(({ id, blocks: own }): Block[] => [
    { type: "text", text: `Content of the tool result ${writing.ids.forward(id)}:` },
    ...own,
  ]);
  return { role: "user", content: writeContent(blocks, true, profile, writing) };
}
