const scale = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/**
 * The word of a list that is nearest to an effort, the greater of two that are equally near; undefined for a word of no
 * known greatness. Only `none` itself becomes `none`, because it switches thinking off.
 */
export function nearestEffort(effort: string, efforts: readonly string[]): string | undefined {
  if (efforts.includes(effort)) return effort;
  const place = scale.indexOf(effort);
  if (place === -1) return undefined;
  const known = efforts.filter((word) => word !== "none" && scale.includes(word));
  const distance = (word: string) => Math.abs(scale.indexOf(word) - place);
  // The lists go from the least to the greatest, so a later word wins a tie.
  return known.reduce<string | undefined>(
    (best, word) => (best === undefined || distance(word) <= distance(best) ? word : best),
    undefined,
  );
}

/** Whether an effort is greater than another. */
export function isGreater(effort: string, other: string): boolean {
  return scale.indexOf(effort) > scale.indexOf(other);
}

/** The effort that stands in for a budget: the usual budgets of low, medium and high are about 1k, 8k and 24k tokens. */
export function effortOfBudget(budget: number): string {
  if (budget <= 4096) return "low";
  return budget <= 16_384 ? "medium" : "high";
}

const budgets: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
};

/**
 * The budget in tokens that stands in for an effort, that of medium for a word of no known greatness. It stays below the
 * output limit, which counts thinking too.
 */
export function budgetOfEffort(effort: string | undefined, outputLimit: number | undefined): number {
  const budget = (effort === undefined ? undefined : budgets[effort]) ?? 8192;
  return outputLimit === undefined ? budget : Math.min(budget, Math.max(outputLimit - 1, 1));
}
