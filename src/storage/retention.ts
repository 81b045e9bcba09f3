const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The time in milliseconds at or before which content has expired, given the days that it is kept. With 0 days nothing
 * expires: the time is before every other.
 */
export function expiryCutoff(days: number, now: Date): number {
  return days === 0 ? Number.MIN_SAFE_INTEGER : now.getTime() - days * DAY_MS;
}
