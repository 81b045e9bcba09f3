/**
 * Writes an instant in UTC with `Z` and always three fraction digits, so that the order of the texts is the order of the
 * instants. One spelling per instant, because the hash covers the text. abp/v0.1 leaves out a fraction of zero; receipts
 * with that spelling stay valid.
 *
 * @example
 * import { formatTimestamp } from "agent-backplane/contract";
 * formatTimestamp(new Date(0)); // 1970-01-01T00:00:00.000Z
 */
export function formatTimestamp(instant: Date): string {
  const time = instant.getTime();
  const place = time & (KEPT - 1);
  if (times[place] !== time) {
    texts[place] = instant.toISOString();
    times[place] = time;
  }
  return texts[place]!;
}

// Many receipts are written within a few milliseconds, and each names several of them.
const KEPT = 64;
const times = new Float64Array(KEPT).fill(Number.NaN);
const texts: string[] = new Array(KEPT).fill("");
