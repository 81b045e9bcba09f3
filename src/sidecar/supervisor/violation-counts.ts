/** Breaches of the protocol that do not end a run. */
export type Violation =
  | "wrong_ref_id"
  | "event_after_final"
  | "second_final"
  | "fatal_after_final"
  | "final_after_fatal"
  | "second_fatal"
  | "second_hello"
  | "unexpected_message"
  | "unexpected_pong"
  | "unknown_frame"
  | "unknown_event_type"
  | "unknown_support_level"
  | "missing_line_feed"
  | "invalid_line_after_final"
  | "output_after_final"
  | "nonzero_exit_after_final";

/** After these the sidecar is not given another run. */
const UNSAFE: ReadonlySet<Violation> = new Set<Violation>([
  "second_final",
  "fatal_after_final",
  "final_after_fatal",
  "second_fatal",
  "second_hello",
  "unexpected_message",
  "missing_line_feed",
  "invalid_line_after_final",
  "output_after_final",
]);

/** Counts breaches by kind. */
export class ViolationCounts {
  readonly #counts = new Map<Violation, number>();

  /** Returns the new count. */
  add(violation: Violation, times = 1): number {
    const count = this.of(violation) + times;
    if (times > 0) this.#counts.set(violation, count);
    return count;
  }

  of(violation: Violation): number {
    return this.#counts.get(violation) ?? 0;
  }

  clear(): void {
    this.#counts.clear();
  }

  get isReuseSafe(): boolean {
    return [...this.#counts.keys()].every((violation) => !UNSAFE.has(violation));
  }

  /** Undefined while there are none. */
  record(): Record<string, number> | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}
