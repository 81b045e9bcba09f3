import type { Observation } from "../dialect.ts";
import { isMembers, type Members } from "../members/members.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../observation.ts";
import { readUsage } from "./reply/usage.ts";

/** One of these stands in every event that has something to observe. */
export const eventMarkers: readonly string[] = ['"message_start"', '"usage"', '"message_stop"', '"error"'];

/**
 * Reads the facts of a message, or of one event of its stream. The counts of a later event replace those of
 * an earlier one; an event may leave out the counts that did not change.
 */
export function observe(value: Members, event?: string): Observation {
  const seen: DraftObservation = {};
  if (value["type"] === "error" || event === "error" || isMembers(value["error"])) seen.end = "failed";
  else if (value["type"] === "message_stop") seen.end = "complete";
  else if (value["type"] === "message_start" && isMembers(value["message"]))
    observeMessage(value["message"], seen);
  else observeMessage(value, seen);
  return seen;
}

function observeMessage(message: Members, seen: DraftObservation): void {
  observeFacts(seen, message["id"], message["model"]);
  observeUsage(seen, message["usage"], (raw) => readUsage(raw, "$.usage"));
  if (typeof message["stop_reason"] === "string") seen.end = "complete";
}
