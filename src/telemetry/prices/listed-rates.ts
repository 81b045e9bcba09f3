import { createRequire } from "node:module";
import type { MatchLogic, ModelPrice } from "@pydantic/genai-prices";
import type { Rate, Rates } from "./rates.ts";

type Library = typeof import("@pydantic/genai-prices");

/** The listed rates of a model at a point in time. */
export interface ListedRates {
  readonly rates: Rates | undefined;
  /** Whether the price depends on the date or the hour. */
  readonly changes: boolean;
}

let library: Library | undefined;

/**
 * Loads the price list, which takes about 30 ms. The list comes from the installed package: the library fetches nothing
 * unless `updatePrices` is called.
 */
export function loadPriceList(): Library {
  library ??= createRequire(import.meta.url)("@pydantic/genai-prices") as Library;
  return library;
}

export function findListedRates(provider: string, model: string, at: Date): ListedRates {
  // Without a provider, the library guesses one from the model's name. A private endpoint would then get a vendor's price.
  if (provider === "" || model === "") return { rates: undefined, changes: false };
  const found = loadPriceList().calcPrice({}, model, { providerId: provider, timestamp: at });
  if (found === null) return { rates: undefined, changes: false };
  const price = found.model_price;
  const rates: Rates = {
    pricedAs: `${found.provider.id}:${found.model.id}`,
    isGuess: !isNamed(found.model.match, found.model.id, model.trim().toLowerCase()),
    input: perToken(price["input_mtok"]),
    output: perToken(price["output_mtok"]),
    cacheRead: perToken(price["cache_read_mtok"]),
    cacheWrite: perToken(price["cache_write_mtok"]),
    cacheWriteHour: perToken(price["cache_write_1h_mtok"]),
    inputAudio: perToken(price["input_audio_mtok"]),
    outputAudio: perToken(price["output_audio_mtok"]),
    reasoning: perToken(price["output_reasoning_mtok"]),
    webSearch: perCall(price["web_searches_kcount"]),
  };
  const isPriced = rates.input !== undefined || rates.output !== undefined;
  return { rates: isPriced ? rates : undefined, changes: Array.isArray(found.model.prices) };
}

/** Returns whether the list names the model itself. Otherwise a pattern matched it. */
function isNamed(match: MatchLogic, id: string, model: string): boolean {
  if (id.toLowerCase() === model) return true;
  if ("equals" in match) return match.equals.toLowerCase() === model;
  return "or" in match && match.or.some((one) => isNamed(one, id, model));
}

function perToken(price: ModelPrice[string]): Rate | undefined {
  if (price === undefined) return undefined;
  if (typeof price === "number") return price / 1e6;
  const steps = price.tiers.map((tier) => ({ above: tier.start, rate: tier.price / 1e6 }));
  return { base: price.base / 1e6, steps: steps.sort((left, right) => left.above - right.above) };
}

function perCall(price: ModelPrice[string]): number | undefined {
  return typeof price === "number" ? price / 1000 : undefined;
}
