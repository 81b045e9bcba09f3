import { LineSplitter } from "../../../lib/index.ts";
import type { Program, ProgramExit } from "../../../process/index.ts";
import { StderrTail } from "../../supervisor/streams/stderr-tail.ts";
import type { CheckSettings } from "../check-settings.ts";
import { quote, type ReceivedLine, readLine } from "./received-line.ts";

/** How long the output is read after the process has ended, in case another process holds it open. */
const DRAIN_MS = 500;
/** How long an exit may lag behind the end of the output. */
const EXIT_LAG_MS = 500;

const STDERR_BYTES = 2048;

/** Output that cannot be read on, and the rule that it breaks. The sidecar is ended then. */
export interface OutputFault {
  readonly check: "stdout.line_size" | "stdout.volume" | "stdout.utf8";
  readonly reason: string;
}

/** A listener for lines: returns true when it has seen what it waits for. */
type LineListener = (line: ReceivedLine) => boolean;

/** One process of the sidecar, and every line that it writes. */
export class Session {
  readonly lines: ReceivedLine[] = [];
  readonly stderr: StderrTail;
  exit: ProgramExit | undefined;
  /** Whether no more lines can come. */
  hasOutputEnded = false;
  fault: OutputFault | undefined;
  readonly #program: Program;
  readonly #settings: CheckSettings;
  readonly #splitter: LineSplitter;
  readonly #startedAt = performance.now();
  readonly #listeners = new Set<() => void>();
  #onLine: ((line: ReceivedLine) => void) | undefined;
  #outputBytes = 0;

  constructor(program: Program, settings: CheckSettings, redact: (text: string) => string) {
    this.#program = program;
    this.#settings = settings;
    this.#splitter = new LineSplitter(settings.maxLineBytes);
    this.stderr = new StderrTail(STDERR_BYTES, redact);
    program.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
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
   * Waits for a line for which `isIt` returns true, among those that came already and those that come. Undefined when it has
   * not come in time, or cannot come any more.
   */
  async waitFor(isIt: LineListener, limitMs: number): Promise<ReceivedLine | undefined> {
    let next = 0;
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

  #take(chunk: Buffer): void {
    if (this.fault !== undefined) return;
    const { maxLineBytes, maxOutputBytes } = this.#settings;
    this.#outputBytes += chunk.length;
    const { lines, fault, faultBytes } = this.#splitter.push(chunk);
    for (const line of lines) this.#receive(line);
    if (fault === "invalid-utf8") {
      const start = Buffer.from(faultBytes ?? []).toString("latin1");
      this.#giveUp("stdout.utf8", `a line is not UTF-8: ${quote(start)}`);
    } else if (fault !== undefined) {
      this.#giveUp("stdout.line_size", `a line is longer than ${mebibytes(maxLineBytes)}`);
    } else if (this.#outputBytes > maxOutputBytes) {
      this.#giveUp("stdout.volume", `it wrote more than ${mebibytes(maxOutputBytes)}`);
    }
    this.#wake();
  }

  #receive(text: string): void {
    const line = readLine(text, this.elapsedMs);
    if (line === undefined) return;
    this.lines.push(line);
    this.#onLine?.(line);
  }

  #giveUp(check: OutputFault["check"], reason: string): void {
    this.fault = { check, reason };
    this.hasOutputEnded = true;
    void this.#program.endTree();
  }

  #outputEnded(): void {
    if (this.hasOutputEnded) return;
    const rest = this.#splitter.end();
    if (rest !== undefined) this.#receive(rest);
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

/** A size in words. */
export function mebibytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MiB`;
}
