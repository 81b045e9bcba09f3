import type { Observation } from "../dialect.ts";
import { Cursor } from "../members/cursor.ts";
import { isMembers, type Members } from "../members/members.ts";
import { type DraftObservation, observeFacts, observeUsage } from "../observation.ts";
import { countSearches } from "./content/search-unit.ts";
import { readCountedUsage } from "./reply/usage.ts";

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
  const { output, tools } = response;
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
