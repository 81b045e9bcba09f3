import type { AgentEvent } from "../../contract/index.ts";

/** The cost of a run in USD, as far as it is known. */
export interface Spending {
  /** The highest total that the backend stated in each turn, in an event or in its report. */
  readonly reportedUsd: number;
  /** The cost of the model calls that went through the gateway; undefined if none was metered. */
  readonly meteredUsd: number | undefined;
}

/**
 * Adds up the cost of a run. An event states the total so far as `usage.estimated_cost_usd`, in the event or in its `ext`. The
 * larger of the reported and the metered cost counts.
 */
export class Budget {
  readonly #metered: () => number | undefined;
  #reportedUsd = 0;
  #earlierUsd = 0;

  constructor(metered: () => number | undefined) {
    this.#metered = metered;
  }

  get spending(): Spending {
    return { reportedUsd: this.#earlierUsd + this.#reportedUsd, meteredUsd: this.#metered() };
  }

  get spentUsd(): number {
    const { reportedUsd, meteredUsd = 0 } = this.spending;
    return Math.max(reportedUsd, meteredUsd);
  }

  /** The backend counts from 0 again. */
  nextTurn(): void {
    this.#earlierUsd += this.#reportedUsd;
    this.#reportedUsd = 0;
  }

  observe(event: AgentEvent): void {
    this.report((event as { readonly usage?: unknown }).usage);
    this.report(event.ext?.["usage"]);
  }

  /** Takes a usage with a total so far. Anything that states no cost is ignored. */
  report(usage: unknown): void {
    if (typeof usage !== "object" || usage === null) return;
    const cost = (usage as { readonly estimated_cost_usd?: unknown }).estimated_cost_usd;
    if (typeof cost === "number" && cost > this.#reportedUsd) this.#reportedUsd = cost;
  }
}
