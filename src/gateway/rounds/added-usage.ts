import type { TokenUsage } from "../../contract/index.ts";

const COUNTS = [
  "input",
  "output",
  "total",
  "cacheRead",
  "cacheWrite",
  "reasoning",
  "inputAudio",
  "outputAudio",
] as const;

/** The tokens of two calls together. A count that neither states stays absent. */
export function addUsage(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  // Members of one vendor describe the last call; they have no sum.
  const sum: TokenUsage = { ...other };
  for (const name of COUNTS) {
    const count = plus(one[name], other[name]);
    if (count !== undefined) sum[name] = count;
  }
  for (const name of ["cacheWriteByTtl", "serverTools"] as const) {
    const counts = plusEach(one[name], other[name]);
    if (counts !== undefined) sum[name] = counts;
  }
  return sum;
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}

function plusEach(
  one: Readonly<Record<string, number>> | undefined,
  other: Readonly<Record<string, number>> | undefined,
): Record<string, number> | undefined {
  if (one === undefined && other === undefined) return undefined;
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other ?? {})) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
