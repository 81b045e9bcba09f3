import type { AbpError } from "../../contract/index.ts";

/** Interval of the checks, and so the longest delay before a passed limit is noticed. */
export const SWEEP_MS = 250;
/** The timer stops after this many checks without a call. */
const MAX_IDLE_SWEEPS = 40;

export interface TimeLimitedCall {
  /** Links of the list of active calls. */
  previous: TimeLimitedCall | undefined;
  next: TimeLimitedCall | undefined;
  /** Returns the error of a limit that has passed. */
  checkTime(now: number): AbpError | undefined;
  belongsTo(owner: object): boolean;
  /** Ends the call. It must not throw. */
  fail(error: AbpError, isTransport: boolean): void;
}

/**
 * The calls that are not finished. One timer checks the limits of all of them, instead of several timers per call. A linked
 * list holds them, because the tables that a `Set` has outgrown keep finished calls alive in V8's old generation.
 */
export class ActiveCalls {
  readonly #now: () => number;
  #first: TimeLimitedCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idleSweeps = 0;
  /** Time of the last clock reading, at most one sweep ago while calls are active. Costs no clock reading. */
  coarseTime: number;

  constructor(now: () => number) {
    this.#now = now;
    this.coarseTime = now();
  }

  add(call: TimeLimitedCall): void {
    call.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = call;
    this.#first = call;
    if (this.#timer !== undefined) return;
    this.#idleSweeps = 0;
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#timer.unref();
  }

  delete(call: TimeLimitedCall): void {
    const { previous, next } = call;
    if (previous !== undefined) previous.next = next;
    else if (this.#first === call) this.#first = next;
    if (next !== undefined) next.previous = previous;
    call.previous = undefined;
    call.next = undefined;
  }

  /** Reads the clock and updates `coarseTime`. */
  readClock(): number {
    this.coarseTime = this.#now();
    return this.coarseTime;
  }

  failAll(owner: object, error: AbpError): void {
    const owned: TimeLimitedCall[] = [];
    for (let call = this.#first; call !== undefined; call = call.next) {
      if (call.belongsTo(owner)) owned.push(call);
    }
    for (const call of owned) call.fail(error, false);
  }

  /** Stops the timer. The next call starts it again. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sweep(): void {
    const now = this.readClock();
    // Failing a call may end others and so change the list.
    const late: [call: TimeLimitedCall, error: AbpError][] = [];
    for (let call = this.#first; call !== undefined; call = call.next) {
      const error = call.checkTime(now);
      if (error !== undefined) late.push([call, error]);
    }
    for (const [call, error] of late) call.fail(error, true);
    this.#idleSweeps = this.#first === undefined ? this.#idleSweeps + 1 : 0;
    if (this.#idleSweeps >= MAX_IDLE_SWEEPS) this.stop();
  }
}
