import type { Stop } from "../../../contract/index.ts";
import type { ContentSummary } from "../../content-summary.ts";
import type { FinishReason } from "../wire.ts";

/** A call in the form that came before `tool_calls` has a finish reason of its own. */
export interface ChatSummary extends ContentSummary {
  readonly hasLegacyCall: boolean;
}

const reasons: Readonly<Record<string, Stop["reason"]>> = {
  stop: "end_turn",
  eos: "end_turn", // Together.
  "": "end_turn", // Snowflake.
  end_turn: "end_turn",
  length: "max_tokens",
  max_tokens: "max_tokens",
  model_length: "context_window", // Mistral.
  tool_calls: "tool_use",
  tool_call: "tool_use",
  function_call: "tool_use",
  content_filter: "content_filter",
  error: "error", // OpenRouter.
};

/**
 * Reads a finish reason. One that contradicts the content is corrected, because vendors send `stop` after a call that
 * `tool_choice` named.
 */
export function readStop(word: string | undefined, summary: ContentSummary): Stop {
  const stop: Stop = { reason: reasonOf(word, summary) };
  if (word !== undefined) stop.raw = word;
  return stop;
}

function reasonOf(word: string | undefined, { hasCalls, hasRefusal }: ContentSummary): Stop["reason"] {
  const reason = word !== undefined && Object.hasOwn(reasons, word) ? reasons[word]! : "other";
  if (reason === "tool_use" && !hasCalls) return "end_turn";
  // An unknown word does not cancel a call in the answer.
  if (reason !== "end_turn" && reason !== "other" && word !== undefined) return reason;
  if (hasCalls) return "tool_use";
  if (reason === "other" && word !== undefined) return reason;
  return hasRefusal ? "refusal" : reason;
}

/** Writes the finish reason of an answer. */
export function writeStop(stop: Stop | undefined, summary: ChatSummary): FinishReason {
  switch (stop?.reason) {
    case "max_tokens":
    case "context_window":
      return "length";
    // The turn goes on when it is sent back, so that its answer is not whole.
    case "pause_turn":
      return "length";
    case "content_filter":
      return "content_filter";
    case "refusal":
      return summary.hasRefusal ? "stop" : "content_filter";
    default:
      if (summary.hasLegacyCall) return "function_call";
      return summary.hasCalls ? "tool_calls" : "stop";
  }
}
