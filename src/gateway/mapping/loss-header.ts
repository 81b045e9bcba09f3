import type { LossReport } from "../../contract/index.ts";

/** Proxies and clients refuse longer header lines. The receipt has the full list. */
const MAX_LENGTH = 2048;

/**
 * The value of `X-ABP-Loss`: the fields of the request, and of the engine's error where there is one, that were disclosed
 * or emulated; undefined where there are none.
 */
export function lossHeader(report: LossReport, ofError?: LossReport): string | undefined {
  const parts: string[] = [];
  let length = 0;
  const entries = ofError === undefined ? report.entries : [...report.entries, ...ofError.entries];
  for (const { disposition, path, emulator } of entries) {
    if (disposition !== "disclosed" && disposition !== "emulated") continue;
    const part = `${disposition} ${path}${emulator === undefined ? "" : ` by ${emulator}`}`;
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
