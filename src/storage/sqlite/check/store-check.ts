import { AbpError } from "../../../contract/index.ts";
import { parseCheckpoint } from "../../../lib/index.ts";
import { type Finding, type TrustedKeys, verifyHeldLog } from "../../../receipts/index.ts";
import type { LogCheck, LogFault, StoreCheck } from "../../ledger/index.ts";
import { LedgerReader, type LogRow } from "../reader/ledger-reader.ts";
import { countOpenRuns } from "../recovery/recovery.ts";
import { checkLogs } from "./log-check.ts";
import { checkAllPages } from "./page-check.ts";
import { type Remembered, readRemembered } from "./remembered.ts";
import { readStoredLog, type StoredLog } from "./stored-log-check.ts";

const EMPTY_LOG: StoredLog = { entries: [], findings: [] };

/**
 * Checks a store in full: every page, every receipt, all hashes, the order, and the newest checkpoint wherever it is stored. It
 * makes the checks of opening for writing too. It changes nothing, and may run while other processes write.
 */
export function checkStore(directory: string, origin: string, keys: TrustedKeys): StoreCheck {
  const remembered = readRemembered(directory);
  const reader = new LedgerReader(directory);
  try {
    const damage = checkAllPages(reader);
    const { value, finding } = attempt(() =>
      reader.snapshot(() => ({ rows: reader.logs(), faults: checkLogs(reader, remembered, origin) })),
    );
    if (value === undefined) return { damage: [...damage, ...finding], logs: [], advice: [] };
    const { rows, faults } = value;
    const tenants = new Set([...rows.map(({ tenant }) => tenant), ...faults.map(({ tenant }) => tenant)]);
    const logs = [...tenants].map((tenant) => {
      const row = rows.find((one) => one.tenant === tenant);
      const own = faults.filter((one) => one.tenant === tenant);
      return checkLog(reader, tenant, row, newestCheckpoint(remembered, tenant, row), own, origin, keys);
    });
    const advice = new Set(faults.flatMap((one) => (one.advice === undefined ? [] : [one.advice])));
    return { damage, logs, advice: [...advice] };
  } finally {
    reader.close();
  }
}

/** Makes the checks of opening for writing, and changes nothing: returns the faults that opening would throw. */
export function findLogFaults(directory: string, origin: string): LogFault[] {
  const remembered = readRemembered(directory);
  const reader = new LedgerReader(directory);
  try {
    return reader.snapshot(() => checkLogs(reader, remembered, origin));
  } finally {
    reader.close();
  }
}

// The reader throws when it meets a damaged page.
function attempt<Value>(read: () => Value): { value?: Value; finding: Finding[] } {
  try {
    return { value: read(), finding: [] };
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return { finding: [{ code: error.code, where: error.where ?? "database", message: error.message }] };
  }
}

function checkLog(
  reader: LedgerReader,
  tenant: string,
  row: LogRow | undefined,
  checkpoint: string | undefined,
  faults: readonly LogFault[],
  origin: string,
  keys: TrustedKeys,
): LogCheck {
  const read = attempt(() => (row === undefined ? EMPTY_LOG : readStoredLog(reader, row)));
  const { entries, findings } = read.value ?? { entries: [], findings: read.finding };
  // A log that cannot be read is not verified: it would look as if its receipts were cut off.
  const newest = read.value === undefined ? undefined : checkpoint;
  const held = verifyHeldLog(
    { entries, checkpoint: newest },
    { keys, origin: `${origin}/${tenant}`, tenant },
  );
  const own = faults.map(({ code, where, message }) => ({ code, where, message }));
  const rest = [...findings, ...held.findings].filter(({ code }) => own.every((one) => one.code !== code));
  const all = [...own, ...rest];
  return {
    tenant,
    entries,
    verification: { ...held, ok: all.length === 0, findings: all },
    openRuns: attempt(() => countOpenRuns(reader, tenant)).value ?? { running: 0, interrupted: 0 },
  };
}

// The file is written before the row, so it may be newer; a restored database has an older row.
function newestCheckpoint(
  remembered: Remembered,
  tenant: string,
  row: LogRow | undefined,
): string | undefined {
  const file = remembered.checkpoints.find((one) => one.tenant === tenant);
  const stored = row?.checkpoint ?? undefined;
  if (file?.checkpoint === undefined) return stored;
  if (stored === undefined) return file.text;
  try {
    return parseCheckpoint(stored).size > file.checkpoint.size ? stored : file.text;
  } catch {
    // `checkLogs` reports the row.
    return file.text;
  }
}
