import { messageOf } from "./message-of.ts";
import { RunQueue } from "./queue/run-queue.ts";
import { RunningRuns } from "./worker/running-runs.ts";
import { SubmissionRun, type WorkerParts } from "./worker/submission-run.ts";

/** How long the runner waits after a failure of the store before it looks at the queue again. */
const RETRY_MS = 1000;

/** The queue of the store, as far as the runner uses it. */
export interface RunnerParts extends WorkerParts {
  readonly store: WorkerParts["store"] & {
    readonly runs: ConstructorParameters<typeof RunQueue>[0];
  };
  /** The questions that wait for a person. */
  readonly approvals: {
    readonly decided: (approvalId: string) => void;
    /** Expires what an earlier process left open. */
    readonly expireAll: () => Promise<unknown>;
  };
  /** Calls back later, once; a test calls back when it wants. */
  readonly later?: (call: () => void, ms: number) => void;
}

/**
 * Executes submitted runs: takes them from the queue as the limits allow, and ends them when somebody asks for it. One of them serves a
 * daemon, in its main thread.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #queue: RunQueue;
  readonly #running = new RunningRuns();
  /** Work of the runner besides the runs, such as receipts of runs that never began. */
  readonly #work = new Set<Promise<void>>();
  #taking: Promise<void> | undefined;
  #isAsked = false;
  #isStopping = false;
  #hasStarted = false;

  constructor(parts: RunnerParts) {
    const { max_running, max_running_per_backend } = parts.config.runs;
    this.#parts = parts;
    const limits = { total: max_running, perBackend: max_running_per_backend };
    this.#queue = new RunQueue(parts.store.runs, limits, (id) => this.#running.find(id) !== undefined);
  }

  /** The number of runs that go on. */
  get running(): number {
    return this.#running.size;
  }

  /** Expires the approvals that nobody waits for any more, then begins to take runs. */
  async start(): Promise<void> {
    await this.#parts.approvals.expireAll();
    this.#hasStarted = true;
    this.wake();
  }

  /** Says that the queue has grown. */
  wake(): void {
    this.#queue.changed();
    this.#look();
  }

  /** Ends a run, wherever it is. The store has the reason already. */
  cancel(runId: string, reason: string): void {
    const run = this.#running.find(runId);
    if (run !== undefined) {
      run.cancel(reason);
      return;
    }
    this.#keep(this.#cancelPending(runId, reason));
  }

  /** Gives the agent of a running run a message; resolves to whether it could take it. */
  async steer(runId: string, text: string): Promise<boolean> {
    return this.#running.find(runId)?.steer(text) ?? false;
  }

  /** Says that an approval was decided. */
  decided(approvalId: string): void {
    this.#parts.approvals.decided(approvalId);
  }

  /**
   * Takes no further run, and waits for those that go on. When `deadline` aborts they are cancelled. Settles when each of them has its
   * receipt.
   */
  async stop(deadline: AbortSignal): Promise<void> {
    this.#isStopping = true;
    await this.#taking;
    await this.#running.drain(deadline);
    if (this.#running.size > 0) await this.#running.cancelAll("the daemon stops");
    await Promise.all(this.#work);
  }

  /** Takes runs from the queue, one after the other. A call while that goes on makes it look once more. */
  #look(): void {
    if (this.#isStopping || !this.#hasStarted) return;
    this.#isAsked = true;
    if (this.#taking !== undefined) return;
    this.#taking = this.#takeAll().finally(() => {
      this.#taking = undefined;
      if (this.#isAsked) this.#look();
    });
  }

  async #takeAll(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        while (!this.#isStopping && (await this.#takeOne()));
      }
    } catch (error) {
      this.#isAsked = false;
      this.#retry(error);
    }
  }

  /** Begins the next run; false if none may begin now. The store claims runs together, so nothing waits for one claim. */
  async #takeOne(): Promise<boolean> {
    const run = await this.#queue.next(this.#running.counts);
    if (run === undefined || this.#isStopping) return false;
    if (run.cancelReason === undefined) this.#queue.take(run);
    else this.#queue.remove(run);
    this.#running.begin(run, new SubmissionRun(run, this.#parts), (error) => {
      if (error === undefined) this.#look();
      else this.#retry(error);
    });
    return true;
  }

  #retry(error: unknown): void {
    const { host, later = laterUnlessEnding } = this.#parts;
    host.warn(`the queue of runs cannot be used: ${messageOf(error)}`);
    later(() => this.wake(), RETRY_MS);
  }

  /** Gives a run that waits its one receipt, without executing it. */
  async #cancelPending(runId: string, reason: string): Promise<void> {
    const { store, host } = this.#parts;
    try {
      const run = await store.runs.find(runId);
      if (run?.state !== "pending") return;
      this.#queue.remove(run);
      const execution = new SubmissionRun(run, this.#parts);
      execution.cancel(reason);
      // Between the two, the queue may have begun it.
      if (!(await execution.execute())) this.#running.find(runId)?.cancel(reason);
    } catch (error) {
      host.warn(`the run ${runId} could not be cancelled: ${messageOf(error)}`);
    }
  }

  #keep(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }
}

function laterUnlessEnding(call: () => void, ms: number): void {
  setTimeout(call, ms).unref();
}
