/** USD for one token, or one call: a number, or steps that the size of the whole prompt decides. */
export type Rate = number | SteppedRate;

/** A rate that grows with the prompt; the last step that the prompt exceeds holds for all its tokens. */
export interface SteppedRate {
  readonly base: number;
  readonly steps: readonly { readonly above: number; readonly rate: number }[];
}

/** What a model's tokens cost; a kind without a rate of its own is billed as what it is a part of. */
export interface Rates {
  /** The entry of the price list, or the section of the configuration. */
  readonly pricedAs: string;
  /** Whether the entry was found by a pattern, so that it may be another model's. */
  readonly isGuess: boolean;
  readonly input: Rate | undefined;
  readonly output: Rate | undefined;
  readonly cacheRead: Rate | undefined;
  readonly cacheWrite: Rate | undefined;
  readonly cacheWriteHour: Rate | undefined;
  readonly inputAudio: Rate | undefined;
  readonly outputAudio: Rate | undefined;
  readonly reasoning: Rate | undefined;
  /** USD for one web search, where the list states it. */
  readonly webSearch: number | undefined;
}

/** The rate that holds for a prompt of this many tokens. */
export function rateFor(rate: Rate, promptTokens: number): number {
  if (typeof rate === "number") return rate;
  let chosen = rate.base;
  for (const step of rate.steps) if (promptTokens > step.above) chosen = step.rate;
  return chosen;
}
