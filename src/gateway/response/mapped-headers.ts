import type { LossReport } from "../../contract/index.ts";
import { lossHeader } from "../mapping/loss-header.ts";

/** The headers of every mapped answer. */
export function mappedHeaders(headers: string[], report: LossReport, ofError?: LossReport): string[] {
  headers.push("x-abp-mode", "mapped");
  const loss = lossHeader(report, ofError);
  if (loss !== undefined) headers.push("x-abp-loss", loss);
  return headers;
}
