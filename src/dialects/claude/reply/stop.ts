import type { Candidate, Stop } from "../../../contract/index.ts";
import type { ContentSummary } from "../../content-summary.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, ownMembers } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

const reasons = {
  end_turn: "end_turn",
  stop_sequence: "stop_sequence",
  max_tokens: "max_tokens",
  tool_use: "tool_use",
  pause_turn: "pause_turn",
  refusal: "refusal",
  model_context_window_exceeded: "context_window",
} as const;

const words: Readonly<Record<Stop["reason"], string>> = {
  end_turn: "end_turn",
  stop_sequence: "stop_sequence",
  max_tokens: "max_tokens",
  context_window: "model_context_window_exceeded",
  tool_use: "tool_use",
  pause_turn: "pause_turn",
  refusal: "refusal",
  content_filter: "refusal",
  malformed: "end_turn",
  error: "end_turn",
  other: "end_turn",
};

/** Reads why a message ended; a word that only this vendor has goes with the candidate, for the way back. */
export function readStop(
  word: string,
  sequence: string | undefined,
  rest: Members | undefined,
  hasCalls: boolean,
): Pick<Candidate, "stop" | "vendor"> & { stop: Stop } {
  const reason = Object.hasOwn(reasons, word) ? reasons[word as keyof typeof reasons] : undefined;
  return {
    stop: {
      // An unknown word does not cancel a call in the message.
      reason: reason ?? (hasCalls ? "tool_use" : "other"),
      ...(sequence === undefined ? {} : { sequence }),
      raw: word,
    },
    ...asVendor(ID, reason === undefined ? { ...rest, stop_reason: word } : rest),
  };
}

/**
 * Writes why a message ended. The word agrees with the content: a message that ended by itself with a call in it
 * ended for the call, and one without a call never did.
 */
export function writeStop(
  { stop, vendor }: Pick<Candidate, "stop" | "vendor">,
  summary: ContentSummary,
): Members {
  const own = ownMembers({ vendor }, ID);
  const written: Members = {
    stop_reason: own["stop_reason"] ?? writeReason(stop?.reason ?? "end_turn", summary),
    stop_sequence: stop?.sequence ?? null,
    stop_details: null,
    container: null,
  };
  for (const name of Object.keys(own)) if (name !== "stop_reason") written[name] = own[name];
  return written;
}

function writeReason(reason: Stop["reason"], summary: ContentSummary): string {
  const word = words[reason];
  if (word === "end_turn" && summary.hasCalls) return "tool_use";
  if (word === "tool_use" && !summary.hasCalls) return "end_turn";
  return word === "end_turn" && summary.hasRefusal ? "refusal" : word;
}
