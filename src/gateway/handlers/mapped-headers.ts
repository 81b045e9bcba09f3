import type { LossReport } from "../../contract/index.ts";
import { type AnswerLosses, lossHeader } from "../mapping/loss-header.ts";

/** The header or trailer that names losses. */
export const LOSS = "x-abp-loss";

/** The headers of every mapped answer. */
export function mappedHeaders(
  headers: string[],
  report: LossReport,
  ofError?: LossReport,
  ofAnswer?: AnswerLosses,
): string[] {
  headers.push("x-abp-mode", "mapped");
  const loss = lossHeader(report, ofError, ofAnswer);
  if (loss !== undefined) headers.push(LOSS, loss);
  return headers;
}
