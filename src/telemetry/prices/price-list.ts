import { readSettings, settingError } from "../../contract/index.ts";
import { BoundedCache, compileGlob, type Glob, GlobError } from "../../lib/index.ts";
import { findListedRates, loadPriceList } from "./listed-rates.ts";
import type { Rates } from "./rates.ts";

/** A configured price in USD per million tokens. */
export interface PriceOverride {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined;
  readonly cache_write?: number | undefined;
}

/** Prices from the configuration, by globs of models, and otherwise from the built-in list. */
export interface PriceList {
  /** Returns undefined if no rates are known. */
  ratesOf(provider: string, model: string, at: Date): Rates | undefined;
  /** Loads the built-in list now instead of with the first call. */
  load(): void;
}

interface Cached {
  readonly rates: Rates | undefined;
  /** The minute for which the rates are valid; undefined if they do not depend on the time. */
  readonly minute: number | undefined;
}

/** Callers choose the model names, so what is kept of each provider is bounded. */
const CACHE_LIMITS = { maxEntries: 2048, maxBytes: 2 * 1024 * 1024 };

/** Opens the price list without loading the built-in prices. Throws `config_invalid` if an override is not a glob. */
export function openPrices(overrides: Readonly<Record<string, PriceOverride>> = {}): PriceList {
  const globs = readSettings(
    Object.fromEntries(
      Object.keys(overrides).map((pattern) => [pattern, () => compilePattern(pattern)] as const),
    ),
  );
  const own = Object.entries(overrides).map(([pattern, price]) => ({
    pattern,
    glob: globs[pattern]!,
    rates: ownRates(pattern, price),
  }));
  const providers = new Map<string, BoundedCache<Cached>>();

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
      const models = providers.get(provider) ?? new BoundedCache<Cached>(CACHE_LIMITS);
      models.set(model, found);
      providers.set(provider, models);
      return found.rates;
    },
  };
}

// Prices that depend on the time change at full minutes.
function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

function compilePattern(pattern: string): Glob {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw settingError(["prices", pattern], `is not a glob: ${error.message}`);
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
