import type { Stop } from "../../../contract/index.ts";
import type { FinishReason } from "../wire.ts";

/** What an answer holds that its finish reason must agree with. */
export interface ContentSummary {
  readonly calls: boolean;
  readonly legacyCall: boolean;
  readonly refusal: boolean;
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
 * Why an answer ended; a finish reason that contradicts the answer is corrected,
 * because vendors say `stop` after a call that `tool_choice` named.
 */
export function readStop(word: string | undefined, held: ContentSummary): Stop {
  const said = word !== undefined && Object.hasOwn(reasons, word) ? reasons[word]! : "other";
  const called = held.calls || held.legacyCall;
  const reason =
    said === "end_turn" || (said === "other" && word === undefined)
      ? called
        ? "tool_use"
        : held.refusal
          ? "refusal"
          : said
      : said === "tool_use" && !called
        ? "end_turn"
        : said;
  const stop: Stop = { reason };
  if (word !== undefined) stop.raw = word;
  return stop;
}

/** The finish reason of an answer. */
export function writeStop(stop: Stop | undefined, held: ContentSummary): FinishReason {
  switch (stop?.reason) {
    case "max_tokens":
    case "context_window":
      return "length";
    case "content_filter":
      return "content_filter";
    case "refusal":
      return held.refusal ? "stop" : "content_filter";
    default:
      if (held.legacyCall) return "function_call";
      return held.calls ? "tool_calls" : "stop";
  }
}
