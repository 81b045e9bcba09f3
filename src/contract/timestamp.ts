/**
 * Writes an instant as abp/v0.1 does: UTC, `Z`, and no fraction when it would be zero.
 * One spelling per instant, because the hash covers the text.
 */
export function formatTimestamp(instant: Date): string {
  const time = instant.getTime();
  const place = time & (KEPT - 1);
  if (times[place] !== time) {
    texts[place] = instant.toISOString().replace(".000Z", "Z");
    times[place] = time;
  }
  return texts[place]!;
}

// Many receipts are written within a few milliseconds, and each names several of them.
const KEPT = 64;
const times = new Float64Array(KEPT).fill(Number.NaN);
const texts: string[] = new Array(KEPT).fill("");
