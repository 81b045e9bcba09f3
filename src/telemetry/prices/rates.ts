/** USD per token or per call. Some rates depend on the size of the whole prompt. */
export type Rate = number | SteppedRate;

/** A rate in steps. The last step that the prompt exceeds applies to all tokens. Steps are in ascending order. */
export interface SteppedRate {
  readonly base: number;
  readonly steps: readonly { readonly above: number; readonly rate: number }[];
}

/** The rates of a model. A kind of token without its own rate is billed with the rate of the kind that contains it. */
export interface Rates {
  /** Entry of the price list, or section of the configuration. */
  readonly pricedAs: string;
  /** Whether a pattern matched the model, so that the entry may be for another model. */
  readonly isGuess: boolean;
  readonly input: Rate | undefined;
  readonly output: Rate | undefined;
  readonly cacheRead: Rate | undefined;
  readonly cacheWrite: Rate | undefined;
  readonly cacheWriteHour: Rate | undefined;
  readonly inputAudio: Rate | undefined;
  readonly outputAudio: Rate | undefined;
  readonly reasoning: Rate | undefined;
  /** USD per web search. */
  readonly webSearch: number | undefined;
}

/** Returns the rate for a prompt of this many tokens. */
export function rateFor(rate: Rate, promptTokens: number): number {
  if (typeof rate === "number") return rate;
  let chosen = rate.base;
  for (const step of rate.steps) if (promptTokens > step.above) chosen = step.rate;
  return chosen;
}
