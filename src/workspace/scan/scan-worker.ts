import { Worker } from "node:worker_threads";
import { packageFile } from "../../lib/package-file.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { ScanAnswer, ScanCommand } from "./scan-messages.ts";

/** A thread that runs `scan-thread.ts`. It takes one command at a time. */
export class ScanWorker {
  readonly #thread: Worker;
  #isAsked = false;
  /** Why it takes no more commands. */
  #failure: { readonly error: unknown } | undefined;

  constructor() {
    const url = packageFile("src/workspace/scan/scan-thread.ts");
    this.#thread = new Worker(url, { execArgv: [], name: "workspace scan" });
    // A failure between two commands shows at the next one.
    this.#thread.on("error", (error) => (this.#failure ??= { error }));
    this.#thread.on("exit", () => (this.#failure ??= { error: new Error("the scan thread ended") }));
  }

  /** Whether it waits for a command. */
  get isFree(): boolean {
    return !this.#isAsked && this.#failure === undefined;
  }

  /** Throws `TreeError`, the error of the thread, or the reason of the signal; the thread goes on in the latter case. */
  ask(command: ScanCommand, signal: AbortSignal): Promise<ScanAnswer> {
    return new Promise((resolve, reject) => {
      const thread = this.#thread;
      const end = (settle: () => void) => {
        thread.off("message", onMessage).off("error", onEnd).off("exit", onEnd);
        signal.removeEventListener("abort", onAbort);
        settle();
      };
      const onMessage = (answer: ScanAnswer) => {
        this.#isAsked = false;
        end(() => (answer.kind === "fault" ? reject(new TreeError(answer.fault)) : resolve(answer)));
      };
      const onEnd = () => end(() => reject(this.#failure?.error));
      const onAbort = () => end(() => reject(signal.reason));
      if (signal.aborted) return reject(signal.reason);
      if (this.#failure !== undefined) return reject(this.#failure.error);
      signal.addEventListener("abort", onAbort);
      thread.on("message", onMessage).on("error", onEnd).on("exit", onEnd);
      this.#isAsked = true;
      thread.postMessage(command);
    });
  }

  /** Whether the process stays alive for it. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#thread.ref();
    else this.#thread.unref();
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}
