import { type Check, checkList } from "./check-list.ts";
import type { CheckResult } from "./report.ts";

/** The name of a rule. */
export type CheckId = string;

/** Collects what the scenarios found out about each rule. */
export class Findings {
  /** Removes secrets from texts that quote the sidecar. */
  readonly redact: (text: string) => string;
  readonly #passes = new Map<CheckId, string>();
  readonly #misses = new Map<CheckId, string>();
  readonly #skips = new Map<CheckId, string>();

  constructor(redact: (text: string) => string) {
    this.redact = redact;
  }

  /** Says that the rule was kept in one case. `reason` is one line. */
  pass(id: CheckId, reason: string): void {
    if (!this.#passes.has(id)) this.#passes.set(id, this.redact(reason));
  }

  /** Says that the rule was broken. The first reason counts. */
  miss(id: CheckId, reason: string): void {
    if (!this.#misses.has(id)) this.#misses.set(id, this.redact(reason));
  }

  /** Says why the rule could not be tried. */
  skip(id: CheckId, reason: string): void {
    if (!this.#skips.has(id)) this.#skips.set(id, reason);
  }

  hasMissed(id: CheckId): boolean {
    return this.#misses.has(id);
  }

  hasPassed(id: CheckId): boolean {
    return this.#passes.has(id) && !this.#misses.has(id);
  }

  /** One result for each rule, in the order of the list. A rule that was broken once is broken. */
  results(): CheckResult[] {
    return checkList.map((check: Check) => {
      const { id, title } = check;
      const missed = this.#misses.get(id);
      if (missed !== undefined) {
        return {
          id,
          title,
          verdict: check.isRequired ? "fail" : "warn",
          reason: missed,
          advice: check.advice,
        };
      }
      const passed = this.#passes.get(id);
      if (passed !== undefined) return { id, title, verdict: "pass", reason: passed };
      return {
        id,
        title,
        verdict: "skip",
        reason: this.#skips.get(id) ?? "not tried, because of an earlier failure",
      };
    });
  }
}
