import { setTimeout as pause } from "node:timers/promises";
import type { LedgerParts } from "./ledger-parts.ts";

/** How often an id is looked for that no row has. Another thread may have sent its write a moment ago. */
const MAX_LOOKUPS = 4;
/** The time between two of these, in which the other thread can send a write that waited for an earlier one. */
const LOOKUP_INTERVAL_MS = 20;

/** Reads rows after the writes that are under way, and again for a short time while nothing is found. */
export async function findSettled<Found>(
  { canWrite, client }: Pick<LedgerParts, "canWrite" | "client">,
  read: () => Found,
  isFound: (found: Found) => boolean,
): Promise<Found> {
  for (let count = 1; ; count += 1) {
    if (canWrite) await client().write({ kind: "wait" });
    const found = read();
    if (isFound(found) || count === MAX_LOOKUPS || !canWrite) return found;
    await pause(LOOKUP_INTERVAL_MS);
  }
}
