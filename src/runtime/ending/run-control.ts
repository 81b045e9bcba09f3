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
  #cause: EndCause | undefined;

  /** Aborts when the run must end; the reason is text for the backend. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts when the run must end without a grace period. */
  get killed(): AbortSignal {
    return this.#kill.signal;
  }

  get cause(): EndCause | undefined {
    return this.#cause;
  }

  end(error: AbpError, reason: Termination["reason"]): void {
    if (this.#cause !== undefined) return;
    this.#cause = { error, reason };
    this.#stop.abort(error.message);
  }

  cancel(why: string): void {
    const message = why === "" ? "the caller cancelled the run" : `the caller cancelled the run: ${why}`;
    this.end(new AbpError("run_cancelled", message, { cause: why }), "cancelled");
  }

  kill(): void {
    this.cancel("");
    this.#kill.abort();
  }
}
