import type { AgentEvent, ModelCallsRecord } from "../../../contract/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { shortenText } from "../text/text-width.ts";
import type { LogLabel } from "./event-entry.ts";
import { EventLog } from "./event-log.ts";
import { LiveScreen } from "./live-screen.ts";
import { RunProgress, type ShownStep } from "./run-progress.ts";
import { renderStatus } from "./status-line.ts";

/** How often the status is drawn again while nothing happens. */
const REDRAW_MS = 200;

/** Assumed if a terminal does not say its width. */
const DEFAULT_COLUMNS = 80;

/** Shows a run on a terminal: a log that scrolls, below it the open line of a message, below that the status. */
export class LiveView {
  readonly #screen: LiveScreen;
  readonly #log: EventLog;
  readonly #progress: RunProgress;
  readonly #timer: NodeJS.Timeout;
  readonly #drained: () => Promise<void> | undefined;

  constructor({ host, colors, verbose }: Terminal, clock: () => number = () => performance.now()) {
    this.#drained = host.drained;
    this.#screen = new LiveScreen({
      writeOut: host.writeOut,
      writeError: host.writeError,
      columns: () => host.columns() ?? DEFAULT_COLUMNS,
      isOutShown: host.isTerminal.out,
    });
    this.#progress = new RunProgress(clock);
    this.#log = new EventLog(
      colors,
      {
        write: (stream, lines) => this.#screen.print(stream, lines),
        // The agent's words are not wrapped if they go into a file.
        columns: (stream) => (stream === "out" && !host.isTerminal.out ? undefined : this.#screen.columns),
      },
      { showsThinking: verbose },
    );
    this.#screen.setStatus((columns) => [
      ...(this.#log.openLine === "" || !host.isTerminal.out
        ? []
        : [shortenText(this.#log.openLine, columns)]),
      renderStatus(this.#progress, colors, columns),
    ]);
    this.#timer = setInterval(() => this.#screen.redraw(), REDRAW_MS);
    this.#timer.unref();
  }

  step(step: ShownStep): void {
    this.#progress.setStep(step);
    this.#screen.redraw();
  }

  event(event: AgentEvent): Promise<void> | undefined {
    this.#progress.add(event);
    this.#log.add(event);
    return this.#screen.released() ?? this.#drained();
  }

  meter(read: () => ModelCallsRecord): void {
    this.#progress.setMeter(read);
  }

  note(label: LogLabel, text: string): void {
    this.#log.note(label, text);
  }

  hold(): () => void {
    this.#log.end();
    return this.#screen.hold();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#log.end();
    this.#screen.close();
  }
}
