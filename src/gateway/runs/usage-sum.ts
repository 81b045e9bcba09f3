import { addUsage, type Cost, type TokenUsage, type Usage } from "../../contract/index.ts";
import { usageOf } from "../record/call-receipt.ts";

export interface UsedByCall {
  readonly usage: TokenUsage | undefined;
  readonly cost: Cost | undefined;
  /** Whether a call without a known cost may have cost something. */
  readonly mayCost: boolean;
}

const NOTHING: Usage = { ...usageOf(undefined, undefined), estimated_cost_usd: 0 };

/** The sum of what calls used. A count that no call states is null, and so is the cost if that of a call is not known. */
export class UsageSum {
  #sum = NOTHING;
  #hasUnknownCost = false;

  /** The sum of the known costs. */
  get spentUsd(): number {
    return this.#sum.estimated_cost_usd ?? 0;
  }

  get usage(): Usage {
    return this.#hasUnknownCost ? { ...this.#sum, estimated_cost_usd: null } : { ...this.#sum };
  }

  add({ usage, cost, mayCost }: UsedByCall): void {
    if (cost === undefined && mayCost) this.#hasUnknownCost = true;
    this.#sum = addUsage(this.#sum, {
      ...usageOf(usage, cost),
      ...(usage?.reasoning === undefined ? {} : { reasoning_tokens: usage.reasoning }),
      ...(usage?.cacheWriteByTtl === undefined
        ? {}
        : { cache_write_tokens_by_lifetime: usage.cacheWriteByTtl }),
    });
  }
}
