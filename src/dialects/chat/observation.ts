import type { Observation } from "../dialect.ts";
import { isMembers, type Members } from "../members/members.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../observation.ts";
import { withSearches } from "../search/search-count.ts";
import { SEARCH_FUNCTION } from "./content/search-unit.ts";
import type { ChatProfile } from "./profile.ts";
import { calledNames, countSearches } from "./reply/searches.ts";
import { readUsage } from "./reply/usage.ts";

/**
 * One of these stands in every chunk that has something to observe. Most chunks say that both are null, so the
 * marks go on to the first sign of a value, with and without the space that some servers write.
 */
export const eventMarkers: readonly string[] = [
  '"usage":{',
  '"usage": {',
  '"finish_reason":"',
  '"finish_reason": "',
  '"error"',
  JSON.stringify(SEARCH_FUNCTION),
];

/**
 * Reads the facts of a whole reply or of one chunk. A finish reason completes the answer, though a chunk with
 * its usage may follow; `[DONE]`, which ends the stream, is no JSON and so never comes here.
 */
export function observe(value: Members, event: string | undefined, profile: ChatProfile): Observation {
  const seen: DraftObservation = {};
  observeFacts(seen, value["id"], value["model"]);
  const { choices } = value;
  let usage = value["usage"];
  const names: (string | undefined)[] = [];
  if (Array.isArray(choices) && choices.length > 0) {
    let isFinished = true;
    for (const choice of choices as unknown[]) {
      const one = isMembers(choice) ? choice : {};
      if (typeof one["finish_reason"] !== "string") isFinished = false;
      // Moonshot counts in the last choice of a stream.
      usage ??= one["usage"];
      names.push(...calledNames(one["message"] ?? one["delta"]));
    }
    if (isFinished) seen.end = "complete";
  }
  observeUsage(seen, usage, (raw) => readUsage(raw, "$.usage", profile));
  const searches = countSearches(seen.usage === undefined ? undefined : seen.model, names, profile);
  if (searches > 0) seen.usage = withSearches(seen.usage ?? {}, searches);
  if ((value["error"] ?? undefined) !== undefined || event === "error") seen.end = "failed";
  return seen;
}
