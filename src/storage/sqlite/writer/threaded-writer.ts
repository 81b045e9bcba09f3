import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { packageFile } from "../../../lib/package-file.ts";
import type { WriterOptions } from "./batch-writer.ts";

/** Batches live shortly. V8 would use up to 192. */
const YOUNG_GENERATION_MB = 12;

/** The writer thread of this process. */
export class ThreadedWriter {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;

  /** Starts the thread; calls `onFailure` if the thread ends with an error. */
  constructor(options: WriterOptions, onFailure: (error: unknown) => void) {
    const url = packageFile("src/storage/sqlite/writer/writer-thread.ts");
    this.#worker = new Worker(url, {
      workerData: options,
      execArgv: [],
      name: "ledger writer",
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.unref();
    this.#worker.on("error", onFailure);
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => resolve());
    });
  }

  /** Makes a connection to the writer, for this thread or for another. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage(port2, [port2]);
    return port1;
  }

  /** Writes the batches that were sent before, closes the database and ends the thread. */
  async close(): Promise<void> {
    this.#worker.ref();
    this.#worker.postMessage("close");
    await this.#ended;
  }
}
