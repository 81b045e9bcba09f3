import type { AbpError } from "../../contract/index.ts";

/** How often calls are looked over, and so how late a limit may be noticed. */
export const SWEEP_MS = 250;
const IDLE_SWEEPS = 40;

/** A call that has limits of time. */
export interface TimeLimitedCall {
  /** Its neighbours among the calls under way. */
  before: TimeLimitedCall | undefined;
  after: TimeLimitedCall | undefined;
  /** The error that the call is to end with now, if one of its limits has passed. */
  checkTime(now: number): AbpError | undefined;
  /** Whether it is a call of that owner. */
  belongsTo(owner: object): boolean;
  /** Ends the call, because of its own time or for another reason. */
  fail(error: AbpError, isTooLate: boolean): void;
}

/**
 * The calls under way, looked over by one timer instead of several for each call. They hold on to each other: the
 * tables that a `Set` grows out of stay alive in the old generation and keep the calls of long ago with them.
 */
export class ActiveCalls {
  readonly #now: () => number;
  #first: TimeLimitedCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idleSweeps = 0;
  /** The time of the last sweep or call: good enough to note activity with, and free to read. */
  time: number;

  constructor(now: () => number) {
    this.#now = now;
    this.time = now();
  }

  add(call: TimeLimitedCall): void {
    call.after = this.#first;
    if (this.#first !== undefined) this.#first.before = call;
    this.#first = call;
    if (this.#timer !== undefined) return;
    this.#idleSweeps = 0;
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#timer.unref();
  }

  delete(call: TimeLimitedCall): void {
    const { before, after } = call;
    if (before !== undefined) before.after = after;
    else if (this.#first === call) this.#first = after;
    if (after !== undefined) after.before = before;
    call.before = undefined;
    call.after = undefined;
  }

  /** Reads the clock once for all. */
  readTime(): number {
    this.time = this.#now();
    return this.time;
  }

  /** Ends every call of an owner. */
  endCalls(owner: object, error: AbpError): void {
    const owned: TimeLimitedCall[] = [];
    for (let call = this.#first; call !== undefined; call = call.after) {
      if (call.belongsTo(owner)) owned.push(call);
    }
    for (const call of owned) call.fail(error, false);
  }

  /** Stops the timer; the next call starts it again. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sweep(): void {
    const now = this.readTime();
    // Ending a call may end others, so that is left until the walk is over.
    const late: [call: TimeLimitedCall, error: AbpError][] = [];
    for (let call = this.#first; call !== undefined; call = call.after) {
      const error = call.checkTime(now);
      if (error !== undefined) late.push([call, error]);
    }
    for (const [call, error] of late) call.fail(error, true);
    this.#idleSweeps = this.#first === undefined ? this.#idleSweeps + 1 : 0;
    if (this.#idleSweeps >= IDLE_SWEEPS) this.stop();
  }
}
