/**
 * Writes an instant as abp/v0.1 does: UTC, `Z`, and no fraction when it would be zero.
 * One spelling per instant, because the hash covers the text.
 */
export function formatTimestamp(instant: Date): string {
  return instant.toISOString().replace(".000Z", "Z");
}
