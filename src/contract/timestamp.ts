/**
 * Writes an instant as abp/v0.1 does: UTC, `Z`, and no fraction when it would be zero.
 * One spelling per instant, because the hash covers the text.
 */
export function formatTimestamp(instant: Date): string {
  const time = instant.getTime();
  if (time !== lastTime) {
    lastText = instant.toISOString().replace(".000Z", "Z");
    lastTime = time;
  }
  return lastText;
}

// Many receipts are written within one millisecond.
let lastTime = Number.NaN;
let lastText = "";
