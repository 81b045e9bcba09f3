import type { Observation } from "../codec/observation.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../codec/observation.ts";
import { Cursor } from "../members/cursor.ts";
import { isMembers, type Members } from "../members/members.ts";
import { qualifiedName, textOf } from "../offers/offered-tool.ts";
import { membersOf, type ToolCallPart } from "../offers/tool-call-part.ts";

import { countSearches } from "./content/search-unit.ts";
import { readCountedUsage } from "./reply/usage.ts";
import { itemId } from "./state/items.ts";

/** One of these stands in every event that has something to observe. */
export const eventMarkers: readonly string[] = [
  '"response.created"',
  '"response.completed"',
  '"response.incomplete"',
  '"response.failed"',
  '"response.cancelled"',
  '"error"',
];

const ENDS: Readonly<Record<string, Observation["end"]>> = {
  completed: "complete",
  incomplete: "complete",
  cancelled: "complete",
  failed: "failed",
};

/** Reads the facts of a response, or of one event of its stream. */
export function observe(value: Members, event?: string): Observation {
  const seen: DraftObservation = {};
  const { type, response, status } = value;
  if (isMembers(response)) {
    observeResponse(response, seen);
    const end = endOf(typeof type === "string" ? type.replace("response.", "") : undefined);
    if (end !== undefined) seen.end = end;
    else delete seen.end;
  } else if (type === "error" || event === "error" || isMembers(value["error"])) {
    // A whole response that failed names its error and still counts its tokens.
    if (typeof status === "string") observeResponse(value, seen);
    seen.end = "failed";
  } else if (type === undefined) observeResponse(value, seen);
  return seen;
}

function observeResponse(response: Members, seen: DraftObservation): void {
  observeFacts(seen, response["id"], response["model"]);
  const { output, tools, data } = response;
  const items = membersOf(output ?? data).flatMap((item) => itemId(item) ?? []);
  if (items.length > 0) seen.items = items;
  observeUsage(seen, response["usage"], (raw) =>
    readCountedUsage(new Cursor(raw, "$.usage"), countSearches(output), tools),
  );
  const { status } = response;
  const end = endOf(typeof status === "string" ? status : undefined);
  if (end !== undefined) seen.end = end;
}

function endOf(word: string | undefined): Observation["end"] {
  return word !== undefined && Object.hasOwn(ENDS, word) ? ENDS[word] : undefined;
}

/** One of these stands in every event that has a whole call. */
export const callMarkers: readonly string[] = [
  '"response.output_item.done"',
  '"response.completed"',
  '"response.incomplete"',
];

/** Reads the calls of a response, or the call that an event of its stream completes. */
export function observeCalls(value: Members): readonly ToolCallPart[] {
  const { type, item, response } = value;
  if (isMembers(item)) return type === "response.output_item.done" ? callsOf([item]) : [];
  return callsOf(membersOf(isMembers(response) ? response["output"] : value["output"]));
}

// Calls of functions have a name. Others are named by their type, such as `web_search_call`.
function callsOf(items: readonly Members[]): readonly ToolCallPart[] {
  return items.flatMap((item) => {
    const type = textOf(item, "type");
    if (type?.endsWith("_call") !== true) return [];
    const id = textOf(item, "call_id") ?? textOf(item, "id");
    const name = textOf(item, "name") ?? type.slice(0, -"_call".length);
    const whole = item["arguments"] ?? item["input"] ?? item["action"] ?? item["operation"];
    return {
      ...(id === undefined ? {} : { key: id, id }),
      name: qualifiedName(textOf(item, "namespace"), name),
      ...(whole === undefined || whole === null ? {} : { whole }),
    };
  });
}
