import type { MatchLogic, ModelPrice, PriceCalculation } from "@pydantic/genai-prices";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findListedRates, loadPriceList } from "./listed-rates.ts";

const at = new Date("2026-06-01T12:00:00Z");
const equalTo = (equals: string): MatchLogic => ({ equals });

/** Makes the library answer with a model of these prices. */
function listing(price: ModelPrice, match: MatchLogic = equalTo("m"), prices: object = {}) {
  const found = {
    model_price: price,
    provider: { id: "acme" },
    model: { id: "Listed", match, prices },
  } as PriceCalculation;
  return vi.spyOn(loadPriceList(), "calcPrice").mockReturnValue(found);
}

const noRates = {
  input: undefined,
  output: undefined,
  cacheRead: undefined,
  cacheWrite: undefined,
  cacheWriteHour: undefined,
  inputAudio: undefined,
  outputAudio: undefined,
  reasoning: undefined,
  webSearch: undefined,
};
const named = { ...noRates, pricedAs: "acme:Listed", isGuess: false };

afterEach(() => void vi.restoreAllMocks());

describe("the listed rates of a model", () => {
  it("are per token and per call", () => {
    const calcPrice = listing({
      input_mtok: 1,
      output_mtok: 2,
      cache_read_mtok: 3,
      cache_write_mtok: 4,
      cache_write_1h_mtok: 5,
      input_audio_mtok: 6,
      output_audio_mtok: 7,
      output_reasoning_mtok: 8,
      web_searches_kcount: 9,
    });
    expect(findListedRates("acme", "m", at)).toStrictEqual({
      rates: {
        pricedAs: "acme:Listed",
        isGuess: false,
        input: 1e-6,
        output: 2e-6,
        cacheRead: 3e-6,
        cacheWrite: 4e-6,
        cacheWriteHour: 5e-6,
        inputAudio: 6e-6,
        outputAudio: 7e-6,
        reasoning: 8e-6,
        webSearch: 0.009,
      },
      changes: false,
    });
    expect(calcPrice.mock.calls).toEqual([[{}, "m", { providerId: "acme", timestamp: at }]]);
  });

  it("may have steps, which are put in order", () => {
    const tiers = [300, 100, 200].map((start) => ({ start, price: start }));
    listing({ input_mtok: { base: 5, tiers }, web_searches_kcount: { base: 5, tiers } });
    expect(findListedRates("acme", "m", at).rates).toStrictEqual({
      ...named,
      input: { base: 5e-6, steps: [100, 200, 300].map((above) => ({ above, rate: above / 1e6 })) },
    });
  });

  it.each<[string, ModelPrice, object | undefined]>([
    ["input", { input_mtok: 1 }, { ...named, input: 1e-6 }],
    ["output", { output_mtok: 1 }, { ...named, output: 1e-6 }],
    ["searches", { web_searches_kcount: 1 }, undefined],
    ["nothing", {}, undefined],
  ])("are known or not if the list has a price for %s alone", (_, price, rates) => {
    listing(price);
    expect(findListedRates("acme", "m", at)).toStrictEqual({ rates, changes: false });
  });

  it("change with time if the list has several prices", () => {
    listing({ input_mtok: 1 }, equalTo("m"), [{ prices: { input_mtok: 1 } }]);
    expect(findListedRates("acme", "m", at)).toStrictEqual({
      rates: { ...named, input: 1e-6 },
      changes: true,
    });
  });

  it.each<[string, MatchLogic, boolean]>([
    ["m", equalTo("m"), false],
    [" M ", equalTo("m"), false],
    ["m", equalTo("M"), false],
    ["m", equalTo("n"), true],
    ["listed", equalTo("n"), false],
    ["LISTED", { contains: "list" }, false],
    ["m", { starts_with: "m" }, true],
    ["m", { or: [{ starts_with: "m" }, equalTo("m")] }, false],
    ["m", { or: [equalTo("n"), { or: [equalTo("m")] }] }, false],
    ["m", { or: [equalTo("n"), { starts_with: "m" }] }, true],
    ["m", { and: [equalTo("m")] }, true],
  ])("of %j, which the list finds by %j, are a guess: %s", (model, match, isGuess) => {
    listing({ input_mtok: 1 }, match);
    expect(findListedRates("acme", model, at).rates?.isGuess).toBe(isGuess);
  });

  it("are not known if the list does not have the model", () => {
    expect(findListedRates("openai", "no-such-model", at)).toStrictEqual({
      rates: undefined,
      changes: false,
    });
  });

  it.each([
    ["", "gpt-5"],
    ["openai", ""],
  ])("are not looked up for the provider %j and the model %j", (provider, model) => {
    const calcPrice = listing({ input_mtok: 1 });
    expect(findListedRates(provider, model, at)).toStrictEqual({ rates: undefined, changes: false });
    expect(calcPrice).not.toHaveBeenCalled();
  });
});
