import type { AgentEvent, ModelCallsRecord } from "../../../contract/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { safeJson } from "../text/safe-text.ts";
import type { LogLabel } from "./event-entry.ts";
import { EventLog } from "./event-log.ts";
import { LiveView } from "./live-view.ts";
import type { ShownStep } from "./run-progress.ts";

/** Shows a run while it goes on. */
export interface RunView {
  step(step: ShownStep): void;
  /** Shows an event. Gives a promise if the next event has to wait, because its reader is slow or a question is open. */
  event(event: AgentEvent): Promise<void> | undefined;
  /** Shows from now on what the gateway meters. */
  meter(read: () => ModelCallsRecord): void;
  /** Shows a line of our own. */
  note(label: LogLabel, text: string): void;
  /** Lets the caller use the terminal for a question, until the returned function is called. */
  hold(): () => void;
  /** Ends the display, before the summary. */
  close(): void;
}

/** The view that fits the output: JSON lines with --json, a status line on a terminal, plain lines elsewhere. */
export function openRunView(terminal: Terminal): RunView {
  if (terminal.json) return new JsonView(terminal);
  return terminal.isLive ? new LiveView(terminal) : new PlainView(terminal);
}

/** Prints each event as a JSON line on standard output, and nothing else. */
class JsonView implements RunView {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  event(event: AgentEvent): Promise<void> | undefined {
    this.#terminal.out(safeJson(event));
    return this.#terminal.host.drained();
  }

  step(): void {
    // The events say it.
  }

  meter(): void {
    // The receipt says it.
  }

  note(): void {
    // The receipt says it.
  }

  hold(): () => void {
    return () => undefined;
  }

  close(): void {
    // Nothing is held back.
  }
}

/** Prints plain lines: the agent's words on standard output, everything else on standard error. */
class PlainView implements RunView {
  readonly #terminal: Terminal;
  readonly #log: EventLog;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#log = new EventLog(
      terminal.colors,
      {
        write: (stream, lines) => (stream === "out" ? terminal.out(...lines) : terminal.say(...lines)),
        columns: () => undefined,
      },
      { showsThinking: terminal.verbose },
    );
  }

  event(event: AgentEvent): Promise<void> | undefined {
    this.#log.add(event);
    return this.#terminal.host.drained();
  }

  step(): void {
    // A line for each step would say nothing that the events do not.
  }

  meter(): void {
    // The summary says it.
  }

  note(label: LogLabel, text: string): void {
    this.#log.note(label, text);
  }

  hold(): () => void {
    this.#log.end();
    return () => undefined;
  }

  close(): void {
    this.#log.end();
  }
}
