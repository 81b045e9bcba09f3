import type { SubmittedRun } from "../../storage/index.ts";
import type { RunningCounts } from "../queue/run-room.ts";
import type { SubmissionRun } from "./submission-run.ts";

/** A run that goes on, with the promise of its end. */
interface RunningRun {
  readonly backend: string;
  readonly run: SubmissionRun;
  readonly ended: Promise<void>;
}

/** The submitted runs that this process executes now. */
export class RunningRuns {
  readonly #runs = new Map<string, RunningRun>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#runs.size;
  }

  /** How many runs go on, by backend. */
  get counts(): RunningCounts {
    return this.#counts;
  }

  find(runId: string): SubmissionRun | undefined {
    return this.#runs.get(runId)?.run;
  }

  /** Executes a run, and calls `onEnd` when it has its receipt, with an error if it could not be claimed. */
  begin(
    { runId, backend }: Pick<SubmittedRun, "runId" | "backend">,
    run: SubmissionRun,
    onEnd: (error?: unknown) => void,
  ): void {
    this.#count(backend, 1);
    const leave = (error?: unknown) => {
      this.#runs.delete(runId);
      this.#count(backend, -1);
      onEnd(error);
    };
    const ended = run.execute().then(() => leave(), leave);
    this.#runs.set(runId, { backend, run, ended });
  }

  /** Waits until every run has ended, at most until the signal aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    const all = Promise.all([...this.#runs.values()].map(({ ended }) => ended));
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    await Promise.race([all, promise]);
  }

  /** Cancels every run and waits for their receipts. */
  async cancelAll(reason: string): Promise<void> {
    const runs = [...this.#runs.values()];
    for (const { run } of runs) run.cancel(reason);
    await Promise.all(runs.map(({ ended }) => ended));
  }

  #count(backend: string, change: number): void {
    const count = (this.#counts.get(backend) ?? 0) + change;
    if (count === 0) this.#counts.delete(backend);
    else this.#counts.set(backend, count);
  }
}
