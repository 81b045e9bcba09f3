import type { Cost, TokenUsage } from "../../contract/index.ts";
import type { PriceList } from "./price-list.ts";
import { type Rate, type Rates, rateFor } from "./rates.ts";
import { serverToolPrice } from "./server-tool-price.ts";

/** A call that is to be priced. */
export interface PricedCall {
  /** Who bills for it, as price lists name vendors; `sim` bills nothing. */
  readonly provider: string;
  /** The model as the engine was asked for it. */
  readonly model: string;
  readonly usage: TokenUsage;
  readonly at: Date;
}

type Line = NonNullable<Cost["lines"]>[number];

/** The provider of engines that make their answers up. */
const SIMULATED = "sim";

/**
 * What a call costs; undefined where nobody states a price, or nothing is known of its tokens.
 * It depends on the counted tokens alone, so a streamed answer costs what the same answer costs whole.
 */
export function priceCall(list: PriceList, { provider, model, usage, at }: PricedCall): Cost | undefined {
  if (provider === SIMULATED) return { usd: 0, estimated: false, priced_as: SIMULATED };
  if (usage.input === undefined && usage.output === undefined) return undefined;
  const rates = list.ratesOf(provider, model, at);
  if (rates === undefined) return undefined;
  const bill = new Bill(usage.input ?? 0);
  // Half of the usage is what a broken-off answer leaves.
  bill.isEstimate = rates.isGuess || usage.input === undefined || usage.output === undefined;
  addPrompt(bill, usage, rates);
  addOutput(bill, usage, rates);
  if (usage.serverTools !== undefined) addServerTools(bill, usage.serverTools, rates);
  return { usd: bill.total(), estimated: bill.isEstimate, priced_as: rates.pricedAs, lines: bill.lines };
}

class Bill {
  readonly lines: Line[] = [];
  isEstimate = false;
  readonly #promptTokens: number;

  constructor(promptTokens: number) {
    this.#promptTokens = promptTokens;
  }

  /** Adds tokens; without a rate the line says that it has none. */
  addTokens(item: string, quantity: number, rate: Rate | undefined): void {
    if (quantity <= 0) return;
    this.add(item, quantity, rate === undefined ? undefined : rateFor(rate, this.#promptTokens));
  }

  add(item: string, quantity: number, rate: number | undefined): void {
    if (quantity <= 0) return;
    if (rate === undefined) {
      this.isEstimate = true;
      this.lines.push({ item, quantity, usd: 0, unpriced: true });
    } else {
      this.lines.push({ item, quantity, usd: round(quantity * rate) });
    }
  }

  total(): number {
    let sum = 0;
    for (const line of this.lines) sum += line.usd;
    return round(sum);
  }
}

/** Splits the prompt into what is billed apart, so that each token is billed once. */
function addPrompt(bill: Bill, usage: TokenUsage, rates: Rates): void {
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? sum(usage.cacheWriteByTtl);
  let fresh = (usage.input ?? cacheRead + cacheWrite) - cacheRead - cacheWrite;
  if (fresh < 0) {
    bill.isEstimate = true;
    fresh = 0;
  }
  const audio = rates.inputAudio === undefined ? 0 : (usage.inputAudio ?? 0);
  // Vendors do not say which of the sound was cached.
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

function addServerTools(bill: Bill, calls: Readonly<Record<string, number>>, rates: Rates): void {
  for (const tool in calls) {
    const listed = tool === "web_search" ? rates.webSearch : undefined;
    bill.add(tool, calls[tool]!, listed ?? serverToolPrice(tool));
  }
}

function sum(counts: Readonly<Record<string, number>> | undefined): number {
  let total = 0;
  for (const name in counts) total += counts[name]!;
  return total;
}

// To a millionth of a millionth of a dollar: below every price, and above what binary fractions add.
function round(usd: number): number {
  return Math.round(usd * 1e12) / 1e12;
}
