import type { TokenUsage } from "../../contract/index.ts";
import { isMembers, type Members } from "../members/members.ts";

/** The facts of an answer that passes through: of one event of a stream, or of a whole body. */
export interface Observation {
  readonly id?: string;
  readonly model?: string;
  readonly usage?: TokenUsage;
  /** The vendor's own account of the usage. */
  readonly usageRaw?: unknown;
  /** The ids of the items that a vendor may keep. */
  readonly items?: readonly string[];
  /** Set if this ends the answer: as the model meant it, or with an error. */
  readonly end?: "complete" | "failed";
}

/** Reads the facts of answers that pass through, without translating them. */
export interface Observer {
  /**
   * Reads the facts of a whole reply body, or of one event of a stream, without translating it. Never throws;
   * unknown facts are left out.
   */
  observe(value: Members, event?: string): Observation;
  /** Texts of which one stands in every stream event that has something to observe; other events need not be parsed. */
  readonly eventMarkers: readonly string[];
  /** The data of the event that ends every stream, if that is no JSON. */
  readonly endMark?: string;
}

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
