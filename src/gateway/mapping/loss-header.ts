import type { LossReport } from "../../contract/index.ts";

/** The header or trailer that names losses. */
export const LOSS = "x-abp-loss";

/** Proxies and clients refuse longer header lines. The receipt has the full list. */
const MAX_LENGTH = 2048;

/** What an answer lost on its way to the caller. */
export interface AnswerLosses {
  readonly reports: readonly LossReport[];
  /** What was asked of the answer and is not in it. */
  readonly warnings: readonly string[];
}

/**
 * The value of `X-ABP-Loss`: the fields of the request, and of the engine's error if there is one, that were disclosed or
 * emulated, and then what the answer lost; undefined if there are none.
 */
export function lossHeader(
  report: LossReport | undefined,
  ofError?: LossReport,
  ofAnswer?: AnswerLosses,
): string | undefined {
  const named = [...entriesOf(report), ...entriesOf(ofError)];
  const lost = ofAnswer?.reports.flatMap(answerEntries).map((one) => `answer ${one}`) ?? [];
  const warnings = ofAnswer?.warnings.map((one) => `answer: ${one}`) ?? [];
  return join([...named, ...warnings, ...lost]);
}

/** Adds `X-ABP-Loss` to the headers of a mapped answer if anything was lost. */
export function addLossHeader(headers: string[], ...losses: Parameters<typeof lossHeader>): string[] {
  const loss = lossHeader(...losses);
  if (loss !== undefined) headers.push(LOSS, loss);
  return headers;
}

/**
 * What says nothing of the answer itself: the time of the call, its tier, the sum of two counts, and members that only the
 * engine's dialect knows, most of which repeat the request. The receipt names these too.
 */
const BESIDE_ANSWER: ReadonlySet<string> = new Set(["created", "service_tier", "usage.total", "vendor"]);

function answerEntries(report: LossReport): string[] {
  const entries = report.entries.filter(({ feature = "" }) => !BESIDE_ANSWER.has(feature));
  return entriesOf({ ...report, entries });
}

function entriesOf(report: LossReport | undefined): string[] {
  if (report === undefined) return [];
  return report.entries.flatMap(({ disposition, path, emulator }) =>
    disposition === "disclosed" || disposition === "emulated"
      ? [`${disposition} ${path}${emulator === undefined ? "" : ` by ${emulator}`}`]
      : [],
  );
}

function join(named: readonly string[]): string | undefined {
  const parts: string[] = [];
  let length = 0;
  for (const part of named) {
    const safe = part.replace(/[^\x21-\x7e ]|,/g, "?");
    length += safe.length + 2;
    if (length > MAX_LENGTH) {
      parts.push("more in the receipt");
      break;
    }
    parts.push(safe);
  }
  return parts.length === 0 ? undefined : parts.join(", ");
}
