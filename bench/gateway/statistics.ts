/** Returns the median of the finite values, or NaN when there is none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Interpolates linearly between the two nearest finite values; `share` is 0 to 1. Returns NaN when there is no value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = sortFinite(values);
  if (sorted.length === 0) return Number.NaN;
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)]!;
  return below + (sorted[Math.ceil(position)]! - below) * (position - Math.floor(position));
}

/**
 * Returns the 95 % confidence interval of the median. It uses the ranks n/2 ± 0.98 √n, so it assumes nothing about
 * the distribution. With fewer than six values it is the whole range.
 */
export function medianInterval(values: readonly number[]): readonly [number, number] {
  const sorted = sortFinite(values);
  if (sorted.length === 0) return [Number.NaN, Number.NaN];
  const margin = 0.98 * Math.sqrt(sorted.length);
  const low = Math.max(0, Math.floor(sorted.length / 2 - margin));
  return [sorted[low]!, sorted[sorted.length - 1 - low]!];
}

function sortFinite(values: readonly number[]): number[] {
  return values.filter(Number.isFinite).sort((left, right) => left - right);
}
