import { AbpError } from "../../../contract/index.ts";
import type { LogFault } from "../../ledger/index.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { hasEnded, listOwners } from "../recovery/owner.ts";
import { checkLogs } from "./log-check.ts";
import { checkPagesQuickly } from "./page-check.ts";
import type { Remembered } from "./remembered.ts";

/**
 * Checks a store that is opened for writing, without reading every receipt. If a process ended without closing the store, it
 * also checks the pages of the database, in bounded time. Throws the first fault.
 */
export function checkAtOpening(reader: LedgerReader, remembered: Remembered, origin: string): void {
  const [first] = reader.snapshot(() => checkLogs(reader, remembered, origin));
  if (first !== undefined) throw errorOf(first);
  if (!listOwners(reader.directory).some((id) => hasEnded(reader.directory, id))) return;
  const [damage] = checkPagesQuickly(reader);
  if (damage !== undefined) throw errorOf(damage);
}

function errorOf({ code, message, where, advice }: Omit<LogFault, "tenant">): AbpError {
  return new AbpError(code, message, { where, ...(advice === undefined ? {} : { advice }) });
}
