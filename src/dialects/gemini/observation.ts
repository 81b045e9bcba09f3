import type { Observation } from "../codec/observation.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../codec/observation.ts";
import { isMembers, type Members } from "../members/members.ts";
import { callPart, membersOf, type ToolCallPart } from "../offers/tool-call-part.ts";
import { withSearches } from "../search/search-count.ts";
import { countSearches, groundingsOf } from "./reply/searches.ts";
import { readUsage } from "./reply/usage.ts";

/** One of these stands in every event that has something to observe. */
export const eventMarkers: readonly string[] = [
  '"usageMetadata"',
  '"finishReason"',
  '"promptFeedback"',
  '"webSearchQueries"',
  '"error"',
];

/**
 * Reads the facts of a `GenerateContentResponse`, whole or partial. There is no last event: the answer is
 * complete with a finish reason, or with the reason why its prompt was blocked.
 */
export function observe(value: Members): Observation {
  const seen: DraftObservation = {};
  if (isMembers(value["error"])) return { end: "failed" };
  observeFacts(seen, value["responseId"], value["modelVersion"]);
  const { candidates, promptFeedback } = value;
  observeUsage(seen, value["usageMetadata"], (raw) => readUsage(raw, "$.usageMetadata"));
  const searches = countSearches(groundingsOf(candidates), seen.model);
  if (searches > 0) seen.usage = withSearches(seen.usage ?? {}, searches);
  const isFinished =
    Array.isArray(candidates) &&
    candidates.some((one) => isMembers(one) && (one["finishReason"] ?? undefined) !== undefined);
  const isBlocked = isMembers(promptFeedback) && (promptFeedback["blockReason"] ?? undefined) !== undefined;
  if (isFinished || isBlocked) seen.end = "complete";
  return seen;
}

/** Stands in every event that has a tool call. */
export const callMarkers: readonly string[] = ['"functionCall"'];

/** Reads the calls of a response, whole or partial. Each stands in one part. */
export function observeCalls(value: Members): readonly ToolCallPart[] {
  return membersOf(value["candidates"]).flatMap(({ content }) =>
    membersOf(isMembers(content) ? content["parts"] : undefined).flatMap(({ functionCall: call }) =>
      isMembers(call) ? callOf(call) : [],
    ),
  );
}

// Further parts of a call whose arguments are streamed have no name.
function callOf(call: Members): readonly ToolCallPart[] {
  const { id, args, partialArgs, willContinue } = call;
  const isPartial = willContinue === true || partialArgs !== undefined;
  const part = callPart(call, undefined, { id, ...(isPartial ? {} : { whole: args ?? {} }) });
  if (part === undefined) return [];
  return [isPartial ? { ...part, isPartial } : part];
}
