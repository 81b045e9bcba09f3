import type { Readable } from "node:stream";
import type { Clock } from "../health/clock.ts";

/** Receives the output of a sidecar. */
export interface OutputSink {
  chunk(bytes: Buffer): void;
  /** No chunk follows. Called once. */
  end(): void;
}

/**
 * Reads a sidecar's standard output on demand: a paused reader leaves the bytes in the pipe, which stops the sidecar. The
 * output ends with the pipe, or some time after the program, because another process may keep the pipe open. Only time in
 * which the reader is not paused counts for that.
 */
export class OutputReader {
  readonly #stdout: Readable;
  readonly #clock: Clock;
  readonly #sink: OutputSink;
  #drainMs: number;
  #hasExited = false;
  #hasEnded = false;
  #isPaused = false;
  #drainFrom = 0;
  #stopDrain: (() => void) | undefined;

  constructor(stdout: Readable, exit: Promise<unknown>, clock: Clock, drainMs: number, sink: OutputSink) {
    this.#stdout = stdout;
    this.#clock = clock;
    this.#drainMs = drainMs;
    this.#sink = sink;
    stdout.on("data", (bytes: Buffer) => {
      if (!this.#hasEnded) sink.chunk(bytes);
    });
    for (const event of ["end", "error", "close"]) stdout.on(event, () => this.#end());
    exit.then(() => {
      this.#hasExited = true;
      if (!this.#isPaused) this.#startDrain();
    });
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#stdout.pause();
    if (this.#stopDrain === undefined) return;
    this.#stopDrain();
    this.#stopDrain = undefined;
    this.#drainMs -= this.#clock.now() - this.#drainFrom;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#stdout.resume();
    if (this.#hasExited) this.#startDrain();
  }

  #startDrain(): void {
    if (this.#hasEnded) return;
    this.#drainFrom = this.#clock.now();
    this.#stopDrain = this.#clock.after(Math.max(0, this.#drainMs), () => {
      // What lies in the pipe is read in the turn before.
      setImmediate(() => this.#end());
    });
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopDrain?.();
    this.#stdout.destroy();
    this.#sink.end();
  }
}
