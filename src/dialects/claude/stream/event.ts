import { AbpError, type StreamEvent } from "../../../contract/index.ts";
import type { RepeatedJson } from "../../../lib/index.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members, withoutNulls } from "../../members/members.ts";
import { asVendor } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

/** Parses the data of one event. `events` has parsed those before. */
export function parseEvent(data: string, index: number, events: RepeatedJson): Members {
  let value: unknown;
  try {
    value = events.parse(data);
  } catch (cause) {
    throw violation(index, "not JSON", cause);
  }
  if (!isMembers(value)) throw wrongType(`$[${index}]`, value, "an object");
  return value;
}

/** The error for an event that breaks the rules of the stream. */
export function violation(index: number, what: string, cause?: unknown): AbpError {
  const where = `$[${index}]`;
  return new AbpError("contract_schema_violation", `event ${index} of the stream: ${what}`, {
    where,
    details: { path: where },
    cause,
  });
}

/**
 * Adds the unknown members of a delta to its event.
 * Plain loops distinguish them, because this runs for every piece of text.
 */
export function withRest<Event extends StreamEvent>(
  event: Event,
  value: Members,
  delta: Members,
  known: string,
): Event {
  let rest: Members | undefined;
  for (const name in value) {
    if (name === "type" || name === "index" || name === "delta") continue;
    rest = { ...rest, [name]: value[name] };
  }
  for (const name in delta) {
    if (name === "type" || name === known) continue;
    rest = { ...rest, [name]: delta[name] };
  }
  return rest === undefined ? event : { ...event, ...asVendor(ID, withoutNulls(rest)) };
}
