import { AbpError } from "../../contract/index.ts";
import { compileGlob, type Glob, GlobError } from "../../lib/index.ts";
import { findListedRates, loadPriceList } from "./listed-rates.ts";
import type { Rates } from "./rates.ts";

/** What the user says that a model costs: USD for a million tokens. */
export interface PriceOverride {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

/** Where prices come from: the user's own, by globs of models, then the built-in list. */
export interface PriceList {
  /** The rates of a model; undefined where nobody states them. */
  ratesOf(provider: string, model: string, at: Date): Rates | undefined;
  /** Loads the built-in list ahead of the first call, which loads it otherwise. */
  load(): void;
}

interface Cached {
  readonly rates: Rates | undefined;
  /** The minute that the rates were read for; undefined where they hold at any time. */
  readonly minute: number | undefined;
}

/** Models are named by callers, so what is remembered of them has an end. */
const MOST_MODELS = 2048;

/** Opens the prices; nothing is loaded before it is needed. */
export function openPrices(overrides: Readonly<Record<string, PriceOverride>> = {}): PriceList {
  const own = Object.entries(overrides).map(([pattern, price]) => ({
    pattern,
    glob: compilePattern(pattern),
    rates: ownRates(pattern, price),
  }));
  const providers = new Map<string, Map<string, Cached>>();
  let count = 0;

  const resolve = (provider: string, model: string, at: Date): Cached => {
    const override =
      own.find(({ pattern }) => pattern === model) ?? own.find(({ glob }) => glob.matches(model));
    if (override !== undefined) return { rates: override.rates, minute: undefined };
    const { rates, changes } = findListedRates(provider, model, at);
    return { rates, minute: changes ? minuteOf(at) : undefined };
  };

  return {
    load: () => void loadPriceList(),
    ratesOf(provider, model, at) {
      const known = providers.get(provider)?.get(model);
      if (known !== undefined && (known.minute === undefined || known.minute === minuteOf(at)))
        return known.rates;
      const found = resolve(provider, model, at);
      if (known === undefined) count += 1;
      if (count > MOST_MODELS) {
        providers.clear();
        count = 1;
      }
      const models = providers.get(provider) ?? new Map<string, Cached>();
      providers.set(provider, models.set(model, found));
      return found.rates;
    },
  };
}

// Prices that depend on the hour change at full minutes.
function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

function compilePattern(pattern: string): Glob {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    const name = `prices.${JSON.stringify(pattern)}`;
    throw new AbpError("config_invalid", `\`${name}\` is not a glob: ${error.message}`, { where: name });
  }
}

function ownRates(pattern: string, price: PriceOverride): Rates {
  return {
    pricedAs: `prices.${JSON.stringify(pattern)}`,
    isGuess: false,
    input: price.input / 1e6,
    output: price.output / 1e6,
    cacheRead: (price.cache_read ?? price.input) / 1e6,
    cacheWrite: (price.cache_write ?? price.input) / 1e6,
    cacheWriteHour: undefined,
    inputAudio: undefined,
    outputAudio: undefined,
    reasoning: undefined,
    webSearch: undefined,
  };
}
