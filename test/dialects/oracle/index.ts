import { readChatReply, readChatRequest } from "./chat.ts";
import { collapseChat } from "./chat-stream.ts";
import { firstDifference, type Wire } from "./equal.ts";
import { readGeminiReply, readGeminiRequest } from "./gemini.ts";
import { collapseGemini } from "./gemini-stream.ts";
import { collapseMessages, readMessagesReply, readMessagesRequest } from "./messages.ts";
import type { Reader } from "./neutral.ts";
import { readResponsesReply, readResponsesRequest } from "./responses.ts";
import { collapseResponses } from "./responses-stream.ts";

export { firstDeepDifference } from "./equal.ts";
export { settled } from "./equivalence.ts";
export type { Answer, Json, NeutralReply, NeutralRequest, Saying } from "./neutral.ts";
export { joinTexts } from "./neutral.ts";
export { contradictionsOf } from "./responses-stream.ts";
export { framesOf } from "./sse.ts";

const wires: Readonly<Record<string, Wire>> = {
  claude: "messages",
  openai: "chat",
  kimi: "chat",
  copilot: "chat",
  codex: "responses",
  gemini: "gemini",
};

const readers: Readonly<Record<Wire, Reader>> = {
  chat: { request: readChatRequest, reply: readChatReply, collapse: collapseChat },
  responses: { request: readResponsesRequest, reply: readResponsesReply, collapse: collapseResponses },
  messages: { request: readMessagesRequest, reply: readMessagesReply, collapse: collapseMessages },
  gemini: { request: readGeminiRequest, reply: readGeminiReply, collapse: collapseGemini },
};

/** The independent reader of a dialect's wire format. */
export function oracleOf(dialect: string): Reader {
  return readers[wireOf(dialect)];
}

/** Which wire format a dialect speaks. */
export function wireOf(dialect: string): Wire {
  const wire = wires[dialect];
  if (wire === undefined) throw new Error(`no oracle for ${dialect}`);
  return wire;
}

/** Whether two documents of one dialect mean the same: the first place where they do not, or undefined. */
export function semanticDifference(dialect: string, before: unknown, after: unknown): string | undefined {
  return firstDifference(wireOf(dialect), before, after);
}
