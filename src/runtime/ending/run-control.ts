import { AbpError, type Termination } from "../../contract/index.ts";

/** Why a run ends before its backend says so. */
export interface EndCause {
  readonly error: AbpError;
  readonly reason: Termination["reason"];
}

/** Ends a run early. Of several causes, the first counts. */
export class RunControl {
  readonly #stop = new AbortController();
  readonly #kill = new AbortController();
  readonly #halt = new AbortController();
  #cause: EndCause | undefined;

  /** Aborts when the run must end; the reason is text for the backend. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts when the run must end without a grace period, and without its result. */
  get killed(): AbortSignal {
    return this.#kill.signal;
  }

  /** Aborts when the processes of the agent must end without a grace period, whether or not its result still counts. */
  get halted(): AbortSignal {
    return this.#halt.signal;
  }

  get cause(): EndCause | undefined {
    return this.#cause;
  }

  end(error: AbpError, reason: Termination["reason"]): void {
    if (this.#cause !== undefined) return;
    this.#cause = { error, reason };
    this.#stop.abort(error.message);
  }

  /** Ends the run without a grace period for the agent, such as before it fills the disk. What it did is still kept. */
  halt(error: AbpError): void {
    this.end(error, "failed");
    this.#halt.abort();
  }

  cancel(why: string): void {
    const message = why === "" ? "the caller cancelled the run" : `the caller cancelled the run: ${why}`;
    this.end(new AbpError("run_cancelled", message, { cause: why }), "cancelled");
  }

  kill(): void {
    this.cancel("");
    this.#kill.abort();
    this.#halt.abort();
  }
}
