import type { TokenUsage, Usage } from "../../../contract/index.ts";

/** Adds up the tokens of a run's calls, and keeps what each vendor said. */
export class UsageSum {
  #sum: Partial<Usage> = {};
  readonly #raw: TokenUsage[] = [];
  #calls = 0;

  /** Adds a call. Some engines do not say what it used. */
  add(usage: TokenUsage | undefined): void {
    this.#calls += 1;
    if (usage === undefined) return;
    this.#raw.push(usage);
    const { input, output, cacheRead, cacheWrite } = usage;
    const counts = {
      input_tokens: input,
      output_tokens: output,
      cache_read_tokens: cacheRead,
      cache_write_tokens: cacheWrite,
    };
    for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number | undefined][]) {
      if (count !== undefined) this.#sum = { ...this.#sum, [name]: (this.#sum[name] ?? 0) + count };
    }
  }

  get usage(): Partial<Usage> {
    return { ...this.#sum, request_units: this.#calls };
  }

  get raw(): { readonly calls: readonly TokenUsage[] } {
    return { calls: this.#raw };
  }
}
