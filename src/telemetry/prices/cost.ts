import { type Cost, nanoUsd, type TokenUsage } from "../../contract/index.ts";
import type { PriceList } from "./price-list.ts";
import { type Rate, type Rates, rateFor } from "./rates.ts";
import { serverToolPrice } from "./server-tool-price.ts";

export interface PricedCall {
  /** The vendor that bills for the call, as price lists name vendors. `sim` bills nothing. */
  readonly provider: string;
  /** The model that was requested from the engine. */
  readonly model: string;
  readonly usage: TokenUsage;
  readonly at: Date;
}

type Line = NonNullable<Cost["lines"]>[number];

/** Provider of the simulated engines. */
const SIMULATED = "sim";

/**
 * Computes the cost of a call. Returns undefined if the price or the number of tokens is unknown. The cost depends on the
 * counted tokens alone, so a streamed answer costs the same as the whole answer.
 */
export function priceCall(list: PriceList, { provider, model, usage, at }: PricedCall): Cost | undefined {
  if (provider === SIMULATED) return { usd: 0, nano_usd: 0, estimated: false, priced_as: SIMULATED };
  if (usage.input === undefined && usage.output === undefined) return undefined;
  const rates = list.ratesOf(provider, model, at);
  if (rates === undefined) return undefined;
  const bill = new Bill(usage.input ?? 0);
  // An answer that broke off has only a part of its usage.
  bill.isEstimate = rates.isGuess || usage.input === undefined || usage.output === undefined;
  addPrompt(bill, usage, rates);
  addOutput(bill, usage, rates);
  if (usage.serverTools !== undefined) addServerTools(bill, usage.serverTools, { provider, model }, rates);
  const usd = bill.total();
  return {
    usd,
    nano_usd: nanoUsd(usd),
    estimated: bill.isEstimate,
    priced_as: rates.pricedAs,
    lines: bill.lines,
  };
}

class Bill {
  readonly lines: Line[] = [];
  isEstimate = false;
  readonly #promptTokens: number;

  constructor(promptTokens: number) {
    this.#promptTokens = promptTokens;
  }

  /** Adds tokens. Without a rate, the line is marked as unpriced. */
  addTokens(item: string, quantity: number, rate: Rate | undefined): void {
    if (quantity <= 0) return;
    this.add(item, quantity, rate === undefined ? undefined : rateFor(rate, this.#promptTokens));
  }

  /** Adds a line. One with a unit is of a tool, whose price is the vendor's list price and so an upper bound. */
  add(item: string, quantity: number, rate: number | undefined, unit?: string): void {
    if (quantity <= 0) return;
    if (rate === undefined) {
      this.isEstimate = true;
      this.lines.push({ item, quantity, usd: 0, unpriced: true });
      return;
    }
    const line = { item, quantity, usd: round(quantity * rate) };
    this.lines.push(unit === undefined ? line : { ...line, unit, basis: "list price" });
  }

  total(): number {
    let sum = 0;
    for (const line of this.lines) sum += line.usd;
    return round(sum);
  }
}

/** Splits the prompt by rate, so that each token is billed once. */
function addPrompt(bill: Bill, usage: TokenUsage, rates: Rates): void {
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? sum(usage.cacheWriteByTtl);
  let fresh = (usage.input ?? cacheRead + cacheWrite) - cacheRead - cacheWrite;
  if (fresh < 0) {
    bill.isEstimate = true;
    fresh = 0;
  }
  const audio = rates.inputAudio === undefined ? 0 : (usage.inputAudio ?? 0);
  // Vendors do not report how much of the audio was cached.
  if (audio > 0 && cacheRead + cacheWrite > 0) bill.isEstimate = true;
  const freshAudio = Math.min(audio, fresh);
  bill.addTokens("input", fresh - freshAudio, rates.input);
  bill.addTokens("input_audio", freshAudio, rates.inputAudio);
  bill.addTokens("cache_read", cacheRead, rates.cacheRead ?? rates.input);
  addCacheWrites(bill, cacheWrite, usage.cacheWriteByTtl, rates);
}

function addCacheWrites(
  bill: Bill,
  cacheWrite: number,
  byLifetime: TokenUsage["cacheWriteByTtl"],
  rates: Rates,
): void {
  const rate = rates.cacheWrite ?? rates.input;
  let rest = cacheWrite;
  for (const lifetime in byLifetime) {
    const tokens = Math.min(byLifetime[lifetime]!, rest);
    rest -= tokens;
    bill.addTokens(
      `cache_write_${lifetime}`,
      tokens,
      lifetime === "1h" ? (rates.cacheWriteHour ?? rate) : rate,
    );
  }
  bill.addTokens("cache_write", rest, rate);
}

function addOutput(bill: Bill, usage: TokenUsage, rates: Rates): void {
  const output = usage.output ?? 0;
  const audio = rates.outputAudio === undefined ? 0 : Math.min(usage.outputAudio ?? 0, output);
  const reasoning = rates.reasoning === undefined ? 0 : Math.min(usage.reasoning ?? 0, output - audio);
  bill.addTokens("output", output - audio - reasoning, rates.output);
  bill.addTokens("output_audio", audio, rates.outputAudio);
  bill.addTokens("reasoning", reasoning, rates.reasoning);
}

function addServerTools(
  bill: Bill,
  calls: Readonly<Record<string, number>>,
  { provider, model }: Pick<PricedCall, "provider" | "model">,
  rates: Rates,
): void {
  for (const tool in calls) {
    const listed = tool === "web_search" ? rates.webSearch : undefined;
    // The searches by the preview tool are counted among all searches too, and are billed once.
    const apart = tool === "web_search" ? (calls["web_search_preview"] ?? 0) : 0;
    const price = serverToolPrice(provider, tool, model);
    const known = listed ?? price?.usd;
    bill.add(tool, calls[tool]! - apart, known, known === undefined ? undefined : price?.per);
  }
}

function sum(counts: Readonly<Record<string, number>> | undefined): number {
  let total = 0;
  for (const name in counts) total += counts[name]!;
  return total;
}

// Rounds to 1e-12 dollars: finer than every price, and coarser than the error of binary fractions.
function round(usd: number): number {
  return Math.round(usd * 1e12) / 1e12;
}
