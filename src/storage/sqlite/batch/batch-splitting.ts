import type { ErrorCode } from "../../../contract/index.ts";
import { type Acknowledgement, APPEND_WIDTH, type Batch, BEGIN_WIDTH, type Refusal } from "./batch.ts";

/** Splits a batch into batches of one write each: begins first, then rare writes, then appends. */
export function splitBatch({ begins, appends, rare }: Batch): Batch[] {
  const none = { begins: [], appends: [], rare: [] };
  return [
    ...chunk(begins, BEGIN_WIDTH).map((one) => ({ ...none, begins: one })),
    ...rare.map((one) => ({ ...none, rare: [one] })),
    ...chunk(appends, APPEND_WIDTH).map((one) => ({ ...none, appends: one })),
  ];
}

/** Joins the acknowledgements of the parts that `splitBatch` made. A part that failed becomes a refused write. */
export function joinAcknowledgements(
  parts: readonly Batch[],
  results: readonly Acknowledgement[],
): Acknowledgement {
  const seqs: number[] = [];
  const digests: string[] = [];
  const refusals: ErrorCode[] = [];
  const answers: (boolean | Refusal)[] = [];
  const beginRefusals: (Refusal | undefined)[] = [];
  for (const [at, part] of parts.entries()) {
    const result = results[at] as Acknowledgement;
    const refusal = refusalOf(result);
    if (part.begins.length > 0) beginRefusals.push(refusal);
    else if (part.rare.length > 0) answers.push(refusal ?? (result.answers[0] as boolean | Refusal));
    else if (refusal === undefined) {
      seqs.push(result.seqs[0] as number);
      digests.push(result.digests[0] as string);
      refusals.push(...result.refusals);
    } else {
      seqs.push(-1);
      digests.push(refusal.message);
      refusals.push(refusal.code);
    }
  }
  return { seqs, digests, refusals, answers, beginRefusals };
}

function refusalOf({ failure, isUnavailable }: Acknowledgement): Refusal | undefined {
  if (failure === undefined) return undefined;
  return { code: isUnavailable === true ? "ledger_unavailable" : "receipt_store_failed", message: failure };
}

function chunk(list: readonly string[], width: number): string[][] {
  return Array.from({ length: list.length / width }, (_, at) => list.slice(at * width, (at + 1) * width));
}
