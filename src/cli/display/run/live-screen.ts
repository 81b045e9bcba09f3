import { textWidth } from "../text/text-width.ts";

/** The two streams of a terminal. Lines above the status may go to either, the status goes to standard error. */
export interface ScreenStreams {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly columns: () => number;
  /** False if standard output is redirected: its lines do not appear on the screen then. */
  readonly isOutShown: boolean;
}

const ERASE_LINE = "\r\u001b[2K";
const ERASE_LINE_ABOVE = "\u001b[1A\u001b[2K";

/**
 * A terminal whose last lines are redrawn in place while other lines scroll above them. It uses no screen mode that must be
 * undone, so a killed process leaves a usable terminal.
 */
export class LiveScreen {
  readonly #streams: ScreenStreams;
  #status: (columns: number) => readonly string[] = () => [];
  /** The widths of the lines of the status on the screen. */
  #drawn: readonly number[] = [];
  #waiting: { readonly stream: "out" | "error"; readonly lines: readonly string[] }[] = [];
  #release: PromiseWithResolvers<void> | undefined;

  constructor(streams: ScreenStreams) {
    this.#streams = streams;
  }

  /** The columns of a line. One is left free, because terminals differ in what a full line does. */
  get columns(): number {
    return Math.max(this.#streams.columns() - 1, 10);
  }

  /** Sets the function that gives the last lines, each of at most `columns` columns. */
  setStatus(status: (columns: number) => readonly string[]): void {
    this.#status = status;
    this.redraw();
  }

  /** Prints lines above the status. While the screen is held they wait. */
  print(stream: "out" | "error", lines: readonly string[]): void {
    if (this.#release !== undefined) {
      this.#waiting.push({ stream, lines });
      return;
    }
    const text = lines.map((line) => `${line}\n`).join("");
    if (stream === "error") {
      this.#streams.writeError(this.#erasure() + text + this.#drawing());
      return;
    }
    if (!this.#streams.isOutShown) {
      this.#streams.writeOut(text);
      return;
    }
    const erasure = this.#erasure();
    if (erasure !== "") this.#streams.writeError(erasure);
    this.#streams.writeOut(text);
    this.redraw();
  }

  redraw(): void {
    if (this.#release !== undefined) return;
    const text = this.#erasure() + this.#drawing();
    if (text !== "") this.#streams.writeError(text);
  }

  /** Erases the status and lets the caller use the terminal, until the returned function is called. */
  hold(): () => void {
    this.#erase();
    const release = Promise.withResolvers<void>();
    this.#release = release;
    return () => {
      if (this.#release !== release) return;
      this.#release = undefined;
      for (const { stream, lines } of this.#waiting.splice(0)) this.print(stream, lines);
      this.redraw();
      release.resolve();
    };
  }

  /** Undefined, or a promise that resolves when the screen is no longer held. */
  released(): Promise<void> | undefined {
    return this.#release?.promise;
  }

  /** Erases the status for good. */
  close(): void {
    this.#status = () => [];
    this.#erase();
  }

  #erase(): void {
    const erasure = this.#erasure();
    if (erasure !== "") this.#streams.writeError(erasure);
  }

  #erasure(): string {
    if (this.#drawn.length === 0) return "";
    // A terminal that became narrower since has broken the lines.
    const columns = Math.max(this.#streams.columns(), 1);
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(Math.ceil(width / columns), 1), 0);
    this.#drawn = [];
    // Line by line: some terminals keep a copy of what one command erases to the end of the screen.
    return ERASE_LINE + ERASE_LINE_ABOVE.repeat(rows - 1);
  }

  #drawing(): string {
    const lines = this.#status(this.columns);
    this.#drawn = lines.map(textWidth);
    return lines.join("\n");
  }
}
