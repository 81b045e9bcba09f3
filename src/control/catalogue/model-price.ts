import type { PriceList } from "../../telemetry/index.ts";

type Rates = NonNullable<ReturnType<PriceList["ratesOf"]>>;

const NANO_USD = 1e9;
const MILLION_TOKENS = 1e6;

/** The prices of a model in whole nano-dollars for a million tokens; null for those that nobody knows. */
export function priceOf(rates: Rates | undefined) {
  return {
    priced_as: rates?.pricedAs ?? null,
    input_nano_usd: nanoUsd(rates?.input),
    output_nano_usd: nanoUsd(rates?.output),
    cache_read_nano_usd: nanoUsd(rates?.cacheRead),
    cache_write_nano_usd: nanoUsd(rates?.cacheWrite),
  };
}

function nanoUsd(rate: Rates["input"]): number | null {
  if (rate === undefined) return null;
  const perToken = typeof rate === "number" ? rate : rate.base;
  return Math.round(perToken * MILLION_TOKENS * NANO_USD);
}
