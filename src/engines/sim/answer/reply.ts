import type { Block, Candidate, Conversation, Reply, ThinkingBlock } from "../../../contract/index.ts";
import type { Dialect } from "../../../dialects/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import type { Limited } from "../script/limit.ts";
import { asksForThinking } from "../script/script.ts";
import { countTokens, tokensOf } from "../token-count.ts";

// No vendor gives more answers at once.
const MOST_CANDIDATES = 8;

const ENCRYPTED_REASONING = "reasoning.encrypted_content";

export interface AnswerFacts {
  readonly dialect: Dialect;
  /** From which all ids derive. */
  readonly digest: string;
  readonly created: number;
}

export function makeReply(limited: Limited, conversation: Conversation, facts: AnswerFacts): Reply {
  const { dialect, digest, created } = facts;
  const wanted = dialect.replyFeatures.candidates.is === "none" ? 1 : (conversation.sampling.candidates ?? 1);
  const count = Math.max(1, Math.min(wanted, MOST_CANDIDATES));
  const candidates = Array.from(
    { length: count },
    (_, index): Candidate => ({
      index,
      content: contentOf(limited, conversation, facts, index),
      stop: limited.stop,
    }),
  );
  const input = countTokens(conversation);
  const output = tokensOf(limited.length) * count;
  const reasoning =
    limited.thinking === undefined ? {} : { reasoning: tokensOf(limited.thinkingLength) * count };
  return {
    id: `${dialect.replyIdPrefix}sim${digest.slice(0, 24)}`,
    model: conversation.model,
    created,
    candidates,
    usage: { input, output, total: input + output, ...reasoning },
  };
}

function contentOf(limited: Limited, conversation: Conversation, facts: AnswerFacts, index: number): Block[] {
  const content: Block[] = [];
  const thinking = thinkingBlock(limited.thinking, conversation, facts);
  if (thinking !== undefined) content.push(thinking);
  const text = limited.pieces.join("");
  if (text !== "") content.push({ type: limited.stop.reason === "refusal" ? "refusal" : "text", text });
  const { dialect, digest } = facts;
  const isSigned = dialect.replyFeatures["tool_use.signature"].is === "native" && thinking !== undefined;
  for (const [place, call] of limited.calls.entries()) {
    const id = `call_${sha256Hex(`${digest}:${index}:${place}`).slice(0, 24)}`;
    // Gemini signs the first of several calls only.
    const proof = isSigned && place === 0 ? { signature: signatureOf(`${digest}:call`) } : {};
    content.push({ type: "tool_use", id, ...call, ...proof });
  }
  return content;
}

function thinkingBlock(
  text: string | undefined,
  conversation: Conversation,
  { dialect, digest }: AnswerFacts,
): ThinkingBlock | undefined {
  if (text === undefined) return undefined;
  const display = conversation.reasoning?.display;
  const isSigned = dialect.replyFeatures["thinking.signature"].is === "native";
  const isSealed = asksForThinking(conversation) && asksForSealed(conversation);
  const isHidden = display === "none" || display === "omitted";
  if (isHidden && !isSigned && !isSealed) return undefined;
  return {
    type: "thinking",
    text: isHidden ? "" : text,
    ...(display === undefined || isHidden || display === "full" ? {} : { summary: true }),
    ...(isSigned ? { signature: signatureOf(digest) } : {}),
    // A writer drops sealed reasoning without this mark, which says that it belongs to the dialect.
    ...(isSealed ? { sealed: sealOf(digest), vendor: { [`${dialect.id}:reasoning`]: {} } } : {}),
  };
}

// Only the Responses API has `include`, and it returns sealed reasoning only to callers who ask for it there.
function asksForSealed({ vendor }: Conversation): boolean {
  return Object.values(vendor ?? {}).some(
    ({ include }) => Array.isArray(include) && include.includes(ENCRYPTED_REASONING),
  );
}

// Clients decode signatures as base64, so the label is inside the encoding.
function signatureOf(digest: string): string {
  return Buffer.from(`simulated-signature:${sha256Hex(digest).slice(0, 32)}`).toString("base64");
}

function sealOf(digest: string): string {
  return Buffer.from(`simulated-sealed-reasoning:${digest.slice(0, 32)}`).toString("base64");
}
