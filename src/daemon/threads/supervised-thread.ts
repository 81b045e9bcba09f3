import { dirname } from "node:path";
import { type Transferable, Worker } from "node:worker_threads";
import { AbpError } from "../../contract/index.ts";
import { YOUNG_GENERATION_MB } from "../young-generation.ts";
import type { ThreadMessage, ThreadOrder } from "./thread-message.ts";

const FIRST_RESTART_DELAY_MS = 100;
const MAX_RESTART_DELAY_MS = 30_000;
/** After a thread has served for this long, its next crash counts as its first. */
const STABLE_AFTER_MS = 60_000;

/** The data of one start of a thread. */
export interface ThreadStart {
  /** Plain data for the entry module. */
  readonly data: unknown;
  /** The parts of the data that are moved to the thread, such as ports. */
  readonly transferList?: readonly Transferable[];
}

/** The part of a `Worker` that is used here. */
export type ThreadWorker = Pick<Worker, "on" | "postMessage" | "terminate">;

export interface ThreadOptions {
  /** The module that the thread runs; it calls `runThread`. */
  readonly entry: URL;
  /** Makes the data of a start. Called again for each restart, because a port can be moved only once. */
  readonly start: (index: number) => ThreadStart;
  /** How long a thread may take to stop before it is terminated. */
  readonly stopTimeoutMs: number;
  /** Called when a thread that has served has ended by itself, and when a restart fails. The thread has ended by then. */
  readonly onCrash?: (index: number, error: Error) => void;
  /** Called for each failure that a thread reports and survives. */
  readonly onReport?: (index: number, message: string, error: Error) => void;
  /** Creates the worker; tests pass a fake. */
  readonly createWorker?: (entry: URL, start: ThreadStart) => ThreadWorker;
}

/** A serving thread that is restarted when it crashes, after a delay that doubles from crash to crash. */
export class SupervisedThread {
  readonly #index: number;
  readonly #options: ThreadOptions;
  #worker: ThreadWorker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isReady = false;
  #hasServed = false;
  #isStopping = false;
  #restartDelay = FIRST_RESTART_DELAY_MS;
  #restart: NodeJS.Timeout | undefined;

  constructor(index: number, options: ThreadOptions) {
    this.#index = index;
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Starts the thread; settles with its port when it serves, and rejects when it ends before that. */
  start(): Promise<number> {
    const { createWorker = newWorker, entry, onReport } = this.#options;
    const worker = createWorker(entry, this.#options.start(this.#index));
    this.#worker = worker;
    let failure: Error | undefined;
    let readyAt = 0;
    return new Promise((resolve, reject) => {
      worker.on("message", (message: ThreadMessage) => {
        if (message.kind === "ready") {
          this.#isReady = true;
          this.#hasServed = true;
          readyAt = performance.now();
          resolve(message.port);
        } else if (message.kind === "failed") {
          failure = new AbpError(message.code, message.text, { advice: message.advice });
        } else onReport?.(this.#index, message.text, new Error(message.detail));
      });
      worker.on("error", (error) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
      this.#ended = new Promise((ended) => {
        worker.on("exit", (status: number) => {
          const servedMs = this.#isReady ? performance.now() - readyAt : 0;
          this.#isReady = false;
          this.#worker = undefined;
          const reason =
            failure ?? new AbpError("internal", `The serving thread ended with status ${status}.`);
          reject(reason);
          if (!this.#isStopping && this.#hasServed) this.#crashed(reason, servedMs);
          ended();
        });
      });
    });
  }

  /** Sends an order. A thread that waits for its restart gets none: it starts with the newest data. */
  tell(order: ThreadOrder): void {
    this.#worker?.postMessage(order);
  }

  /** Stops the thread for good; settles when it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.tell({ kind: "stop" });
    const timer = setTimeout(() => void worker.terminate(), this.#options.stopTimeoutMs);
    await this.#ended;
    clearTimeout(timer);
  }

  #crashed(reason: Error, servedMs: number): void {
    this.#options.onCrash?.(this.#index, reason);
    if (servedMs >= STABLE_AFTER_MS) this.#restartDelay = FIRST_RESTART_DELAY_MS;
    this.#restart = setTimeout(() => {
      // A failing restart ends in `#crashed` as well, which reports it.
      this.start().catch(() => undefined);
    }, this.#restartDelay);
    this.#restartDelay = Math.min(this.#restartDelay * 2, MAX_RESTART_DELAY_MS);
  }
}

function newWorker(entry: URL, { data, transferList = [] }: ThreadStart): ThreadWorker {
  return new Worker(entry, {
    workerData: data,
    transferList: [...transferList],
    env: threadEnvironment(),
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

/** Of the cache of compiled code, a thread learns only from its environment. */
function threadEnvironment(): NodeJS.ProcessEnv {
  const compiled = process.getBuiltinModule("node:module").getCompileCacheDir();
  return compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(compiled) };
}
