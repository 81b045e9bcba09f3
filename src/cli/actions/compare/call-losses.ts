import type { ModelCallsRecord } from "../../../contract/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import type { CallLosses } from "../../display/compare/compared-run.ts";

/** The most fields that are listed. All are counted. */
const MAX_LISTED = 100;

/** Reads the receipts of a run's calls, and counts what they disclose. */
export async function readCallLosses(
  ledger: Pick<Ledger, "find">,
  { receipts, receipts_omitted = 0 }: Pick<ModelCallsRecord, "receipts" | "receipts_omitted">,
): Promise<CallLosses> {
  const fields = new Map<string, { reason: string; calls: number }>();
  let unread = receipts_omitted;
  for (const { run_id } of receipts) {
    const receipt = (await ledger.find(run_id))?.receipt;
    if (receipt === undefined) unread += 1;
    const reports = receipt?.mapping ?? [];
    const disclosed = reports
      .flatMap(({ entries }) => entries)
      .filter(({ disposition }) => disposition === "disclosed");
    const ofCall = new Map(disclosed.map(({ path, reason }) => [withoutIndexes(path), reason]));
    for (const [path, reason] of ofCall) {
      fields.set(path, { reason, calls: (fields.get(path)?.calls ?? 0) + 1 });
    }
  }
  const listed = [...fields].slice(0, MAX_LISTED).map(([path, field]) => ({ path, ...field }));
  return { fields: fields.size, listed, unread };
}

function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, "[]").replace(/\.\d+(?=\.|$)/g, "[]");
}
