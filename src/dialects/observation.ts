import type { TokenUsage } from "../contract/index.ts";
import type { Observation } from "./dialect.ts";
import { isMembers, type Members } from "./members/members.ts";

/** An observation while it is put together. */
export type DraftObservation = { -readonly [Name in keyof Observation]: Observation[Name] };

/** Adds the id and the model of an answer, unless they are empty or no text. */
export function observeFacts(seen: DraftObservation, id: unknown, model: unknown): void {
  if (typeof id === "string" && id !== "") seen.id = id;
  if (typeof model === "string" && model !== "") seen.model = model;
}

/** Adds usage; an account that cannot be read is kept as it came, because observing never fails a call. */
export function observeUsage(seen: DraftObservation, raw: unknown, read: (raw: Members) => TokenUsage): void {
  if (!isMembers(raw)) return;
  seen.usageRaw = raw;
  try {
    seen.usage = read(raw);
  } catch {
    // `usageRaw` still holds the counts.
  }
}
