import { addUsage } from "../../contract/index.ts";
import type { ModelUse, RunEnd } from "../run-starter.ts";

/** What the turns of a process used together. Claude Code counts models and costs over all turns, and the usage of each turn alone. */
export class SessionTotals {
  readonly #models = new Map<string, ModelUse>();
  #costUsd = 0;

  get costUsd(): number {
    return this.#costUsd;
  }

  get models(): readonly ModelUse[] {
    return [...this.#models.values()];
  }

  /** Adds a turn. */
  add({ models, costUsd }: Pick<RunEnd, "models" | "costUsd">): void {
    this.#costUsd = Math.round((this.#costUsd + (costUsd ?? 0)) * 1e12) / 1e12;
    for (const use of models) {
      const before = this.#models.get(use.name);
      const usage = before === undefined ? use.usage : addUsage(before.usage, use.usage);
      this.#models.set(use.name, { ...before, ...use, usage });
    }
  }
}
