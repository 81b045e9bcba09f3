/** The part of a process that sends signals to its listeners. */
export interface SignalSource {
  readonly pid: number;
  on(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown;
  removeListener(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown;
  kill(pid: number, name: NodeJS.Signals): unknown;
}

/** SIGHUP comes when the terminal is closed, and from programs that ask for a reload. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Aborts a controller at the first signal that asks a process to end, and passes later ones to listeners. */
export class RepeatedSignals {
  readonly #source: SignalSource;
  readonly #controller: AbortController;
  readonly #isTerminalGone: () => boolean;
  readonly #listeners = new Set<(name: NodeJS.Signals) => void>();
  readonly #hangupListeners = new Set<() => void>();
  readonly #seen = new Set<NodeJS.Signals>();

  constructor(source: SignalSource, controller: AbortController, isTerminalGone = () => false) {
    this.#isTerminalGone = isTerminalGone;
    this.#source = source;
    this.#controller = controller;
    for (const name of SIGNALS) source.on(name, this.#hear);
  }

  /** Calls the listener for each signal after the first. Returns a function that stops it. */
  listen(listener: (name: NodeJS.Signals) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listener for each SIGHUP while the terminal is there; such a one asks for no end then. Returns a function that stops it. */
  listenToHangups(listener: () => void): () => void {
    this.#hangupListeners.add(listener);
    return () => this.#hangupListeners.delete(listener);
  }

  readonly #hear = (name: NodeJS.Signals): void => {
    if (name === "SIGHUP" && this.#hangupListeners.size > 0 && !this.#isTerminalGone()) {
      for (const listener of this.#hangupListeners) listener();
      return;
    }
    const isAgain = this.#seen.has(name);
    this.#seen.add(name);
    if (!this.#controller.signal.aborted) {
      this.#controller.abort(name);
      return;
    }
    // A terminal that is closed sends it several times, and asks for nothing more by that.
    if (name === "SIGHUP") return;
    for (const listener of this.#listeners) listener(name);
    if (this.#listeners.size > 0 || !isAgain) return;
    // Without our handler the signal does what it does by default: it ends the process.
    this.#source.removeListener(name, this.#hear);
    this.#source.kill(this.#source.pid, name);
  };
}
