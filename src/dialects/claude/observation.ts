import { textOfJson } from "../../lib/index.ts";
import type { Observation } from "../codec/observation.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../codec/observation.ts";
import { isMembers, type Members } from "../members/members.ts";
import { callPart, membersOf, type ToolCallPart } from "../offers/tool-call-part.ts";
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

/** One of these stands in every event that has a part of a tool call. The first ends the types of all kinds of calls. */
export const callMarkers: readonly string[] = ['tool_use"', '"input_json_delta"'];

/** Reads the calls of a message, or the part of one that an event of its stream has. */
export function observeCalls(value: Members): readonly ToolCallPart[] {
  const { content_block: block, delta, message } = value;
  const key = textOfJson(value["index"]);
  if (isMembers(block)) return callsOf([block], () => key);
  if (isMembers(delta)) {
    const { partial_json: text } = delta;
    return typeof text === "string" ? [{ key, text }] : [];
  }
  const whole = isMembers(message) ? message : value;
  return callsOf(membersOf(whole["content"]), String);
}

function callsOf(blocks: readonly Members[], keyOf: (position: number) => string): readonly ToolCallPart[] {
  return blocks.flatMap((block, position) => {
    const { type, id, input } = block;
    if (typeof type !== "string" || !type.endsWith("tool_use")) return [];
    return callPart(block, keyOf(position), { id, whole: input }) ?? [];
  });
}
