/** Reads a `Retry-After` header (RFC 9110 section 10.2.3) as milliseconds. Returns undefined if it is malformed. */
export function readRetryAfter(value: string, wallNow: number): number | undefined {
  const text = value.trim();
  // Vendors also send fractions of a second.
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text) * 1000);
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - wallNow);
}
