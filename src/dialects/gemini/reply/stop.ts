import type { Stop } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import { wrongType } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";

type Reason = Stop["reason"];

const REASONS: Readonly<Record<string, Reason>> = {
  FINISH_REASON_UNSPECIFIED: "other",
  STOP: "end_turn",
  MAX_TOKENS: "max_tokens",
  SAFETY: "content_filter",
  RECITATION: "content_filter",
  LANGUAGE: "other",
  OTHER: "other",
  BLOCKLIST: "content_filter",
  PROHIBITED_CONTENT: "content_filter",
  SPII: "content_filter",
  MALFORMED_FUNCTION_CALL: "malformed",
  UNEXPECTED_TOOL_CALL: "malformed",
  MISSING_THOUGHT_SIGNATURE: "malformed",
  MALFORMED_RESPONSE: "malformed",
  TOO_MANY_TOOL_CALLS: "other",
  IMAGE_SAFETY: "content_filter",
  IMAGE_PROHIBITED_CONTENT: "content_filter",
  IMAGE_RECITATION: "content_filter",
  IMAGE_OTHER: "other",
  NO_IMAGE: "other",
  CONTINUATION: "pause_turn",
};

// Candidate.FinishReason of generativelanguage v1beta, as `$alt=json;enum-encoding=int` sends it.
const NUMBERS = [
  "FINISH_REASON_UNSPECIFIED",
  "STOP",
  "MAX_TOKENS",
  "SAFETY",
  "RECITATION",
  "OTHER",
  "LANGUAGE",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "SPII",
  "MALFORMED_FUNCTION_CALL",
  "IMAGE_SAFETY",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
] as const;

const WORDS: Readonly<Record<Reason, string>> = {
  end_turn: "STOP",
  stop_sequence: "STOP",
  tool_use: "STOP",
  pause_turn: "CONTINUATION",
  max_tokens: "MAX_TOKENS",
  context_window: "MAX_TOKENS",
  refusal: "SAFETY",
  content_filter: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
  error: "OTHER",
  other: "OTHER",
};

/**
 * Reads a `finishReason`. STOP after a call means that the model waits for its result, and so does a reason that nobody knows,
 * which says nothing against the call.
 */
export function readFinish(value: unknown, path: string, isWaiting: boolean): Stop {
  if (typeof value !== "string" && typeof value !== "number") throw wrongType(path, value, "text");
  const word = typeof value === "number" ? NUMBERS[value] : value;
  const reason = word !== undefined && Object.hasOwn(REASONS, word) ? REASONS[word]! : "other";
  const isUnknown = unknownFinish(value) !== undefined || word === "FINISH_REASON_UNSPECIFIED";
  const isCall = isWaiting && (reason === "end_turn" || isUnknown);
  return { reason: isCall ? "tool_use" : reason, raw: textOfJson(value) };
}

/** The members that keep a `finishReason` that is not among the published ones; undefined for those that are. */
export function unknownFinish(value: unknown): Members | undefined {
  const word = typeof value === "number" ? NUMBERS[value] : value;
  return typeof word === "string" && Object.hasOwn(REASONS, word) ? undefined : { finishReason: value };
}

/**
 * The `finishReason` of a stop: the vendor's own word if it was one of Gemini's. A call that cannot be made is
 * no call that the model waits for.
 */
export function writeFinish(stop: Stop, isBroken: boolean): string | number {
  if (isBroken && (stop.reason === "tool_use" || stop.reason === "end_turn")) return WORDS.malformed;
  const { raw } = stop;
  if (raw !== undefined) {
    const number = /^\d+$/.test(raw) ? Number(raw) : undefined;
    const word = number === undefined ? raw : NUMBERS[number];
    if (word !== undefined && Object.hasOwn(REASONS, word) && agrees(REASONS[word]!, stop.reason))
      return number ?? raw;
  }
  return WORDS[stop.reason];
}

function agrees(own: Reason, reason: Reason): boolean {
  return own === reason || (own === "end_turn" && (reason === "tool_use" || reason === "stop_sequence"));
}
