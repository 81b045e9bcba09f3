import type { PolicyDecisionRecord } from "../../contract/index.ts";
import type { RunStep } from "../run-handle.ts";
import type { RunOptions } from "../run-options.ts";

/** Calls the listeners of the caller. After one has thrown, none is called again; the run goes on. */
export class RunListeners {
  readonly #options: Pick<RunOptions, "onStep" | "onDecision">;
  #error: { readonly error: unknown } | undefined;

  constructor(options: Pick<RunOptions, "onStep" | "onDecision">) {
    this.#options = options;
  }

  /** The error of a listener that threw. */
  get error(): { readonly error: unknown } | undefined {
    return this.#error;
  }

  step(step: RunStep): void {
    this.#notify(() => this.#options.onStep?.(step));
  }

  readonly decision = (record: PolicyDecisionRecord): void => {
    this.#notify(() => this.#options.onDecision?.(record));
  };

  #notify(call: () => void): void {
    if (this.#error !== undefined) return;
    try {
      call();
    } catch (error) {
      this.#error = { error };
    }
  }
}
