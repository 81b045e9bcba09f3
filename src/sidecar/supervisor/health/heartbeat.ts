import type { Clock } from "./clock.ts";

/** What a heartbeat needs of the sidecar that it watches. */
export interface HeartbeatSubject {
  readonly intervalMs: number;
  readonly missedPings: number;
  /** Sends a ping; false if it cannot be sent now. */
  ping(sequence: number): boolean;
  /** Whether the sidecar's output is being read, and no answer of ours is awaited. Otherwise its silence means nothing. */
  isListening(): boolean;
  /** Whether the operating system says that the process is stopped. */
  isStopped(): boolean;
  stalled(silentMs: number): void;
}

/**
 * Finds out during a run that a sidecar has stopped working.
 *
 * Any line is a sign of life. A sidecar is stalled after `missedPings` intervals without a line, if one of these holds:
 * it has answered a ping of the same process during a run, so it can answer while it works; or its process is stopped. Many
 * sidecars read their input only after the run: their late pongs prove nothing, and only the idle limit of the run, which
 * belongs to the runtime, ends their silence. Time in which we do not read, or in which the sidecar waits for our decision,
 * does not count. At most `missedPings` pings are unanswered, so that they never fill the pipe of a sidecar that does not
 * read.
 */
export class Heartbeat {
  readonly #subject: HeartbeatSubject;
  readonly #clock: Clock;
  #sent = 0;
  #answered = 0;
  /** The last ping that was sent before the current run. */
  #sentBefore = 0;
  #answersDuringRuns = false;
  #lastSignAt = 0;
  #stopPing: (() => void) | undefined;
  #stopWatch: (() => void) | undefined;

  constructor(subject: HeartbeatSubject, clock: Clock) {
    this.#subject = subject;
    this.#clock = clock;
  }

  /** Begins with a run. */
  start(): void {
    this.#sentBefore = this.#sent;
    this.sawLine();
    this.#schedulePing();
    this.#watch(this.#limitMs);
  }

  /** Ends with a run. */
  stop(): void {
    this.#stopPing?.();
    this.#stopWatch?.();
    this.#stopPing = undefined;
    this.#stopWatch = undefined;
  }

  /** Any line arrived, or reading begins again after a pause. */
  sawLine(): void {
    this.#lastSignAt = this.#clock.now();
  }

  /** A pong without a number answers the oldest ping. One with a wrong or old number answers none: false. */
  sawPong(sequence: number | undefined): boolean {
    const answered = sequence ?? this.#answered + 1;
    if (!Number.isInteger(answered) || answered <= this.#answered || answered > this.#sent) return false;
    this.#answered = answered;
    if (this.#stopWatch !== undefined && answered > this.#sentBefore) this.#answersDuringRuns = true;
    return true;
  }

  get #limitMs(): number {
    return this.#subject.intervalMs * this.#subject.missedPings;
  }

  #schedulePing(): void {
    this.#stopPing = this.#clock.after(this.#subject.intervalMs, () => {
      const canPing = this.#sent - this.#answered < this.#subject.missedPings;
      if (canPing && this.#subject.ping(this.#sent + 1)) this.#sent += 1;
      this.#schedulePing();
    });
  }

  #watch(delayMs: number): void {
    const startedAt = this.#clock.now();
    this.#stopWatch = this.#clock.after(delayMs, () => {
      const now = this.#clock.now();
      // A timer that fires this late means that we ourselves did not run: what the sidecar wrote is still unread.
      const isLate = now - startedAt > delayMs + this.#subject.intervalMs;
      if (isLate || !this.#subject.isListening()) this.sawLine();
      const silentMs = now - this.#lastSignAt;
      if (silentMs < this.#limitMs) return this.#watch(this.#limitMs - silentMs);
      if (!this.#answersDuringRuns && !this.#subject.isStopped())
        return this.#watch(this.#subject.intervalMs);
      this.stop();
      this.#subject.stalled(silentMs);
    });
  }
}
