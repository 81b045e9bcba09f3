/** Nanoseconds since 1970. A number would lose digits of a timestamp. */
export type Instant = bigint;

interface TimestampParts {
  /** The start of the minute in UTC. */
  readonly minute: Date;
  /** 0 to 60, because RFC 3339 §5.6 allows a leap second. */
  readonly second: number;
  readonly nanoseconds: number;
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * Parses an RFC 3339 timestamp; undefined for any other value.
 *
 * @example
 * import { parseInstant } from "agent-backplane/receipts";
 * const isLater = parseInstant("2026-01-02T00:00:00Z")! > parseInstant("2026-01-01T00:00:00Z")!;
 */
export function parseInstant(text: unknown): Instant | undefined {
  const parts = splitTimestamp(text);
  if (parts === undefined) return undefined;
  const seconds = BigInt(parts.minute.getTime()) / 1000n + BigInt(parts.second);
  return seconds * 1_000_000_000n + BigInt(parts.nanoseconds);
}

export function instantOfSeconds(seconds: number): Instant {
  return BigInt(seconds) * 1_000_000_000n;
}

/**
 * Rewrites a timestamp in the form of chrono's AutoSi: UTC with `Z`, and the fewest of 0, 3, 6 or 9 fraction digits
 * that are exact. Digits beyond nanoseconds are cut off.
 */
export function normalizeTimestamp(text: unknown): string | undefined {
  const parts = splitTimestamp(text);
  if (parts === undefined) return undefined;
  const digits = String(parts.nanoseconds)
    .padStart(9, "0")
    .replace(/(?:000){1,3}$/, "");
  const second = String(parts.second).padStart(2, "0");
  return `${parts.minute.toISOString().slice(0, 17)}${second}${digits === "" ? "" : `.${digits}`}Z`;
}

function splitTimestamp(text: unknown): TimestampParts | undefined {
  const match = typeof text === "string" ? TIMESTAMP.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (year === 0 || hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have is one of another month.
  if (date.getUTCMonth() !== month - 1) return undefined;
  const offset = (match[8] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  date.setUTCHours(hour, minute - offset);
  const nanoseconds = Number((match[7] ?? "").slice(0, 9).padEnd(9, "0"));
  return { minute: date, second, nanoseconds };
}
