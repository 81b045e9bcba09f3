import type { Terminal } from "../../terminal/terminal.ts";
import type { LogLabel } from "../run/event-entry.ts";
import { EventLog } from "../run/event-log.ts";
import { LiveScreen } from "../run/live-screen.ts";
import { RunProgress } from "../run/run-progress.ts";
import type { RunView } from "../run/run-view.ts";
import { renderStatus } from "../run/status-line.ts";
import { safeLine } from "../text/safe-text.ts";
import { shortenText, textWidth } from "../text/text-width.ts";

const REDRAW_MS = 200;
const DEFAULT_COLUMNS = 80;
const MAX_NAME_COLUMNS = 12;

/**
 * Shows several runs on one terminal: a log of all of them, each line with the name of its backend, and below it a status line for
 * each run that goes on. The agents' words are shown with --verbose only. Standard output stays free for the result.
 */
export class ComparisonView {
  readonly #terminal: Terminal;
  readonly #clock: () => number;
  readonly #nameColumns: number;
  readonly #screen: LiveScreen | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #running = new Map<string, RunProgress>();

  constructor(terminal: Terminal, names: readonly string[], clock: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#nameColumns = Math.max(...names.map((name) => textWidth(shortName(name))));
    if (!terminal.isLive) return;
    const screen = openScreen(terminal, (columns) => this.#status(columns));
    this.#screen = screen;
    this.#timer = setInterval(() => screen.redraw(), REDRAW_MS);
  }

  /** The view of one run. Its status is shown until it is closed. */
  viewOf(name: string): RunView {
    const { colors, verbose } = this.#terminal;
    const progress = new RunProgress(this.#clock);
    this.#running.set(name, progress);
    const log = new EventLog(
      colors,
      {
        write: (stream, lines) => {
          if (stream === "error" || verbose) this.#print(lines.map((line) => this.#prefix(name) + line));
        },
        columns: () =>
          this.#screen === undefined ? undefined : this.#screen.columns - this.#nameColumns - 2,
      },
      { showsThinking: verbose },
    );
    return {
      step: (step) => progress.setStep(step),
      event: (event) => {
        progress.add(event);
        log.add(event);
        return this.#screen?.released();
      },
      meter: (read) => progress.setMeter(read),
      note: (label, text) => log.note(label, text),
      hold: () => this.hold(),
      close: () => {
        log.end();
        this.#running.delete(name);
      },
    };
  }

  /** Shows a line that belongs to no single run. */
  note(label: LogLabel, text: string): void {
    this.#print([`${label.padEnd(8)}${text}`]);
  }

  /** Lets the caller use the terminal for a question, until the returned function is called. */
  hold(): () => void {
    return this.#screen?.hold() ?? (() => undefined);
  }

  /** Ends the display. May be called again. */
  close(): void {
    clearInterval(this.#timer);
    this.#screen?.close();
  }

  #print(lines: readonly string[]): void {
    if (this.#screen === undefined) this.#terminal.say(...lines);
    else this.#screen.print("error", lines);
  }

  #prefix(name: string): string {
    const shown = shortName(name);
    return `${this.#terminal.colors.bold(shown)}${" ".repeat(this.#nameColumns - textWidth(shown) + 2)}`;
  }

  #status(columns: number): string[] {
    const room = columns - this.#nameColumns - 2;
    return [...this.#running].map(
      ([name, progress]) => `${this.#prefix(name)}${renderStatus(progress, this.#terminal.colors, room)}`,
    );
  }
}

function openScreen({ host }: Terminal, status: (columns: number) => string[]): LiveScreen {
  const screen = new LiveScreen({
    writeOut: host.writeOut,
    writeError: host.writeError,
    columns: () => host.columns() ?? DEFAULT_COLUMNS,
    isOutShown: host.isTerminal.out,
  });
  screen.setStatus(status);
  return screen;
}

function shortName(name: string): string {
  return shortenText(safeLine(name), MAX_NAME_COLUMNS);
}
