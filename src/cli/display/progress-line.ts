import type { Terminal } from "../terminal/terminal.ts";
import { formatElapsed } from "./run/amounts.ts";
import { LiveScreen } from "./run/live-screen.ts";
import { safeLine } from "./text/safe-text.ts";
import { shortenText } from "./text/text-width.ts";

const REDRAW_MS = 200;
const DEFAULT_COLUMNS = 80;

/** One line that says what a command waits for, with the elapsed time. Nothing is shown if lines cannot be redrawn. */
export class ProgressLine {
  readonly #screen: LiveScreen | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #text = "";

  constructor({ host, colors, isLive }: Terminal, clock: () => number = () => performance.now()) {
    if (!isLive) return;
    const startedAt = clock();
    const screen = new LiveScreen({
      writeOut: host.writeOut,
      writeError: host.writeError,
      columns: () => host.columns() ?? DEFAULT_COLUMNS,
      isOutShown: host.isTerminal.out,
    });
    screen.setStatus((columns) => {
      if (this.#text === "") return [];
      const elapsed = ` · ${formatElapsed(clock() - startedAt)}`;
      return [colors.dim(`${shortenText(this.#text, columns - elapsed.length)}${elapsed}`)];
    });
    this.#screen = screen;
    this.#timer = setInterval(() => screen.redraw(), REDRAW_MS);
  }

  show(text: string): void {
    this.#text = safeLine(text);
    this.#screen?.redraw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#screen?.close();
  }
}
