/** The least tokens that models before the newest cache; the first matching row counts. */
const minimums: readonly (readonly [models: RegExp, tokens: number])[] = [
  [/opus-4[.-][56]|haiku-4[.-]5/, 4096],
  [/opus-4[.-]7/, 2048],
  [/opus-4|sonnet-4|sonnet-5(?![.-]\d\b)|claude-3/, 1024],
];

/** The least tokens of a prompt that a model caches. A shorter prompt is accepted and not cached. */
export function cacheMinimum(model: string): number {
  return minimums.find(([models]) => models.test(model))?.[1] ?? 512;
}
