import { textOfJson } from "../../lib/index.ts";
import type { Observation } from "../codec/observation.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../codec/observation.ts";
import { isMembers, type Members } from "../members/members.ts";
import { callPart, membersOf, type ToolCallPart } from "../offers/tool-call-part.ts";
import { withSearches } from "../search/search-count.ts";
import { SEARCH_FUNCTION } from "./content/search-unit.ts";
import type { ChatProfile } from "./profile.ts";
import { calledNames, countSearches } from "./reply/searches.ts";
import { readUsage, usageBeside } from "./reply/usage.ts";

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
  usage ??= usageBeside(value);
  observeUsage(seen, usage, (raw) => readUsage(raw, "$.usage", profile));
  const searches = countSearches(seen.usage === undefined ? undefined : seen.model, names, profile);
  if (searches > 0) seen.usage = withSearches(seen.usage ?? {}, searches);
  if ((value["error"] ?? undefined) !== undefined || event === "error") seen.end = "failed";
  return seen;
}

/** One of these stands in every chunk that has a part of a tool call. */
export const callMarkers: readonly string[] = [
  '"tool_calls":[',
  '"tool_calls": [',
  '"function_call":{',
  '"function_call": {',
];

/** Reads the calls of a whole reply, or the parts of them that a chunk has. */
export function observeCalls(value: Members): readonly ToolCallPart[] {
  return membersOf(value["choices"]).flatMap((choice, position) => {
    const { message, delta, index } = choice;
    const said = isMembers(message) ? message : isMembers(delta) ? delta : {};
    const of = textOfJson(index ?? position);
    const { tool_calls: calls, function_call: former } = said;
    const parts = membersOf(calls).flatMap((call, at) => partsOf(call, `${of}.${keyOf(call, at)}`));
    return isMembers(former) ? [...parts, ...partsOf({ function: former }, `${of}.function`)] : parts;
  });
}

// Some servers leave the index out and send each call whole.
function keyOf({ index, id }: Members, at: number): string {
  return textOfJson(index ?? (typeof id === "string" && id !== "" ? id : at));
}

function partsOf(call: Members, key: string): readonly ToolCallPart[] {
  const { id, function: called, custom } = call;
  const inner = isMembers(called) ? called : isMembers(custom) ? custom : {};
  const named = callPart(inner, key, { id });
  const text = inner["arguments"] ?? inner["input"];
  const written = typeof text === "string" ? { key, text } : { key, whole: text };
  return [...(named === undefined ? [] : [named]), ...(text === undefined || text === null ? [] : [written])];
}
