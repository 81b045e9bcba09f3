import type { LossReport, Receipt } from "../../contract/index.ts";

/** The most places of losses that are counted separately. */
const MAX_LOSSES = 10_000;

/** Adds up the calls of a program from their receipts. */
export class CallTally {
  #calls = 0;
  #failed = 0;
  #input = 0;
  #output = 0;
  #usd = 0;
  /** Calls that were answered and whose price is not known. */
  #unpriced = 0;
  readonly #losses = new Set<string>();

  get calls(): number {
    return this.#calls;
  }

  add({ usage, mapping = [], outcome, observed }: Receipt): void {
    this.#calls += 1;
    if (outcome !== "complete") this.#failed += 1;
    this.#input += usage.input_tokens ?? 0;
    this.#output += usage.output_tokens ?? 0;
    if (usage.estimated_cost_usd !== null) this.#usd += usage.estimated_cost_usd;
    else if (outcome === "complete" && observed?.call?.operation === "generate") this.#unpriced += 1;
    for (const report of mapping) this.#addLosses(report);
  }

  /** One line: calls, tokens, cost and losses. */
  get text(): string {
    const failed = this.#failed === 0 ? "" : ` (${count(this.#failed)} failed)`;
    const tokens = `${count(this.#input)} tokens in, ${count(this.#output)} out`;
    const losses = `${count(this.#losses.size)} ${this.#losses.size === 1 ? "field" : "fields"} lost`;
    return `${count(this.#calls)} ${this.#calls === 1 ? "call" : "calls"}${failed}, ${tokens}, ${this.#cost}, ${losses}`;
  }

  get #cost(): string {
    const known = `${formatUsd(this.#usd)} USD`;
    if (this.#unpriced === 0) return known;
    return this.#usd === 0 ? "price unknown" : `${known} and ${count(this.#unpriced)} of unknown price`;
  }

  // The same field of each message is one loss.
  #addLosses({ direction, entries }: LossReport): void {
    for (const { disposition, path } of entries) {
      if (disposition === "disclosed" && this.#losses.size < MAX_LOSSES)
        this.#losses.add(`${direction} ${path.replace(/\[\d+\]/g, "[]")}`);
    }
  }
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

// Small amounts keep two digits that matter.
function formatUsd(usd: number): string {
  if (usd === 0) return "0";
  return usd >= 0.01 ? usd.toFixed(2) : usd.toPrecision(2);
}
