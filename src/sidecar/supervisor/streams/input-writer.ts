import type { Writable } from "node:stream";
import type { Clock } from "../health/clock.ts";

/** Writes messages to a sidecar's standard input, which stays open between runs. */
export class InputWriter {
  readonly #stdin: Writable;
  readonly #clock: Clock;
  readonly #stallMs: number;
  readonly #onStalled: () => void;
  #isOpen = true;
  #unread = 0;

  /** `onStalled` is called when a message waits longer than `stallMs` for the sidecar to read it. */
  constructor(stdin: Writable, clock: Clock, stallMs: number, onStalled: () => void) {
    this.#stdin = stdin;
    this.#clock = clock;
    this.#stallMs = stallMs;
    this.#onStalled = onStalled;
    // A sidecar may close its input and still finish its run.
    stdin.on("error", () => this.#closed());
    stdin.on("close", () => this.#closed());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether every message has left; more would only pile up otherwise. */
  get isIdle(): boolean {
    return this.#isOpen && this.#unread === 0;
  }

  /** Sends a line that the sidecar must read in time. False if the input is closed. */
  send(line: string): boolean {
    if (!this.#isOpen) return false;
    const stopTimer = this.#clock.after(this.#stallMs, this.#onStalled);
    this.#write(line, stopTimer);
    return true;
  }

  /** Sends a line that may stay unread, such as a ping to a busy sidecar. */
  offer(line: string): boolean {
    if (!this.#isOpen) return false;
    this.#write(line, () => undefined);
    return true;
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stdin.end();
  }

  #write(line: string, onWritten: () => void): void {
    this.#unread += 1;
    this.#stdin.write(line, () => {
      this.#unread -= 1;
      onWritten();
    });
  }

  #closed(): void {
    this.#isOpen = false;
  }
}
