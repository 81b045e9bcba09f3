import { type Transferable, Worker } from "node:worker_threads";
import { AbpError } from "../../contract/index.ts";
import type { ThreadMessage, ThreadOrder } from "./thread-message.ts";

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 30_000;
// A thread that has served for so long starts anew at once.
const STEADY_MS = 60_000;

/** What one thread is given. */
export interface ThreadStart {
  /** Plain data for the entry module. */
  readonly data: unknown;
  /** What of the data is handed over, such as ports. */
  readonly transferList?: readonly Transferable[];
}

/** What a set of serving threads is made of. */
export interface ThreadsOptions {
  readonly count: number;
  /** The module that each thread runs; it calls `runThread`. */
  readonly entry: URL;
  /** Makes what a thread starts with; asked again when a thread is started again, because ports can be handed over once. */
  readonly start: (index: number) => ThreadStart;
  /** How long a thread may take to stop before it is ended by force. */
  readonly stopTimeoutMs: number;
  /** Told of each crash. */
  readonly onCrash?: (index: number, error: Error) => void;
}

/** Threads that serve on one port. */
export interface ServingThreads {
  /** The port that the threads listen on. */
  readonly port: number;
  /** How many threads are ready. */
  readonly ready: number;
  /** Tells every thread something. */
  tell(order: ThreadOrder): void;
  /** Lets every thread end its calls, and settles when all threads have ended. */
  stop(): Promise<void>;
}

/** Starts the threads; settles when all are ready, and fails when one cannot start. */
export async function startThreads(options: ThreadsOptions): Promise<ServingThreads> {
  const threads = Array.from({ length: options.count }, (_, index) => new ServingThread(index, options));
  const stop = async (): Promise<void> => {
    await Promise.all(threads.map((thread) => thread.stop()));
  };
  try {
    const ports = await Promise.all(threads.map((thread) => thread.start()));
    return {
      port: ports[0]!,
      get ready() {
        return threads.filter((thread) => thread.isReady).length;
      },
      tell: (order) => {
        for (const thread of threads) thread.tell(order);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One thread, through as many lives as it needs. */
class ServingThread {
  isReady = false;
  readonly #index: number;
  readonly #options: ThreadsOptions;
  #worker: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isStopping = false;
  #backoff = FIRST_BACKOFF_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(index: number, options: ThreadsOptions) {
    this.#index = index;
    this.#options = options;
  }

  /** Starts a life; settles with the port when it is ready. */
  start(): Promise<number> {
    const { data, transferList } = this.#options.start(this.#index);
    const worker = new Worker(this.#options.entry, {
      workerData: data,
      transferList: [...(transferList ?? [])],
    });
    this.#worker = worker;
    let failure: Error | undefined;
    let readyAt = 0;
    return new Promise((resolve, reject) => {
      worker.on("message", (message: ThreadMessage) => {
        if (message.kind === "ready") {
          this.isReady = true;
          readyAt = performance.now();
          resolve(message.port);
        } else if (message.kind === "failed") {
          const { code, text, advice } = message;
          failure = new AbpError(code, text, { advice });
        }
      });
      worker.on("error", (error) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
      this.#ended = new Promise((ended) => {
        worker.on("exit", (status) => {
          const wasReady = this.isReady;
          this.isReady = false;
          this.#worker = undefined;
          const reason = failure ?? new AbpError("internal", `A serving thread ended with status ${status}.`);
          if (!wasReady) reject(reason);
          if (!this.#isStopping && wasReady) this.#crashed(reason, performance.now() - readyAt);
          else if (!this.#isStopping && this.#timer !== undefined) this.#crashed(reason, 0);
          ended();
        });
      });
    });
  }

  /** Tells the thread something; one that is about to start anew starts with what is known by then. */
  tell(order: ThreadOrder): void {
    this.#worker?.postMessage(order);
  }

  /** Ends the thread's life for good. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.tell({ kind: "stop" });
    const timer = setTimeout(() => void worker.terminate(), this.#options.stopTimeoutMs);
    await this.#ended;
    clearTimeout(timer);
  }

  #crashed(reason: Error, livedMs: number): void {
    this.#options.onCrash?.(this.#index, reason);
    if (livedMs > STEADY_MS) this.#backoff = FIRST_BACKOFF_MS;
    this.#timer = setTimeout(() => {
      // A start that fails has ended in a crash of its own, which is already told.
      this.start().catch(() => undefined);
    }, this.#backoff);
    this.#backoff = Math.min(this.#backoff * 2, LAST_BACKOFF_MS);
  }
}
