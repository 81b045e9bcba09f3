import type { Program, ProgramExit } from "../../../process/index.ts";
import type { CheckSettings } from "../check-settings.ts";
import { LineSplitter, type OutputExcess } from "./line-splitter.ts";
import { type ReceivedLine, readLine } from "./received-line.ts";
import { StderrTail } from "./stderr-tail.ts";

/** How long the output is read after the process has ended, in case another process holds it open. */
const DRAIN_MS = 500;
/** How long an exit may lag behind the end of the output. */
const EXIT_LAG_MS = 500;

/** A listener for lines: returns true when it has seen what it waits for. */
type LineListener = (line: ReceivedLine) => boolean;

/** One process of the sidecar, and every line that it writes. */
export class Session {
  readonly lines: ReceivedLine[] = [];
  readonly stderr = new StderrTail();
  exit: ProgramExit | undefined;
  /** Whether no more lines can come. */
  hasOutputEnded = false;
  readonly #program: Program;
  readonly #splitter: LineSplitter;
  readonly #startedAt = performance.now();
  readonly #listeners = new Set<() => void>();
  #onLine: ((line: ReceivedLine) => void) | undefined;

  constructor(program: Program, settings: CheckSettings) {
    this.#program = program;
    this.#splitter = new LineSplitter(settings, (bytes) => this.#receive(bytes));
    program.stdout.on("data", (chunk: Buffer) => {
      this.#splitter.push(chunk);
      if (this.#splitter.excess !== undefined) void program.endTree();
      this.#wake();
    });
    program.stdout.once("end", () => this.#outputEnded());
    program.stdout.once("error", () => this.#outputEnded());
    program.stderr.on("data", (chunk: Buffer) => this.stderr.push(chunk));
    program.stderr.on("error", () => undefined);
    // A sidecar that has closed its input, or has ended, is noticed by what it writes.
    program.stdin.on("error", () => undefined);
    void program.exit.then((exit) => {
      this.exit = exit;
      this.#wake();
      setTimeout(() => this.#outputEnded(), DRAIN_MS).unref();
    });
  }

  /** Set when the sidecar wrote more than the limits. It has been ended then. */
  get excess(): OutputExcess | undefined {
    return this.#splitter.excess;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Calls the listener for each line from now on, before anything that waits for the line. */
  onLine(listener: (line: ReceivedLine) => void): void {
    this.#onLine = listener;
  }

  send(frame: object, lineEnd = "\n"): void {
    this.sendText(`${JSON.stringify(frame)}${lineEnd}`);
  }

  sendText(text: string): void {
    if (this.#program.stdin.writable) this.#program.stdin.write(text);
  }

  endInput(): void {
    this.#program.stdin.end();
  }

  /**
   * Waits for a line for which `isIt` returns true, among those from index `from` on. Undefined when it has not come in time,
   * or cannot come any more.
   */
  async waitFor(isIt: LineListener, limitMs: number, from = 0): Promise<ReceivedLine | undefined> {
    let next = from;
    let found: ReceivedLine | undefined;
    await this.#until(() => {
      while (found === undefined && next < this.lines.length) {
        const line = this.lines[next++]!;
        if (isIt(line)) found = line;
      }
      return found !== undefined || this.hasOutputEnded;
    }, limitMs);
    if (found === undefined) await this.#settle();
    return found;
  }

  /** Waits for the end of the process and of its output. False when it still runs after the limit. */
  async waitForExit(limitMs: number): Promise<boolean> {
    await this.#until(() => this.exit !== undefined && this.hasOutputEnded, limitMs);
    return this.exit !== undefined;
  }

  /** Listens for a while. Returns early when the output ends. */
  async listen(durationMs: number): Promise<void> {
    await this.#until(() => this.hasOutputEnded, durationMs);
    await this.#settle();
  }

  /** Ends every process. */
  async close(): Promise<void> {
    this.#program.stdin.destroy();
    await this.#program.endTree();
  }

  #receive(bytes: Uint8Array): void {
    const line = readLine(bytes, this.elapsedMs);
    if (line === undefined) return;
    this.lines.push(line);
    this.#onLine?.(line);
  }

  #outputEnded(): void {
    if (this.hasOutputEnded) return;
    this.#splitter.end();
    this.hasOutputEnded = true;
    this.#wake();
  }

  // A process that ends closes its output first. Its exit is known a moment later.
  async #settle(): Promise<void> {
    if (this.hasOutputEnded) await this.#until(() => this.exit !== undefined, EXIT_LAG_MS);
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }

  async #until(isDone: () => boolean, limitMs: number): Promise<void> {
    if (isDone()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (isDone()) resolve();
    };
    const timer = setTimeout(resolve, limitMs);
    this.#listeners.add(check);
    await promise;
    clearTimeout(timer);
    this.#listeners.delete(check);
  }
}
