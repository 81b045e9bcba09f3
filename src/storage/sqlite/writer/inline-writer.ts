import { openWriter } from "../database/writing-connection.ts";
import type { Acknowledgement, Batch } from "./batch.ts";
import { BatchWriter, type WriterOptions } from "./batch-writer.ts";
import type { WriterPort } from "./writer-port.ts";

/** A writer on the caller's own thread, for a process that writes little and ends soon: a thread takes longer to start. */
export class InlineWriter {
  readonly #writer: BatchWriter;

  constructor(options: WriterOptions) {
    this.#writer = new BatchWriter(openWriter(options.directory), options);
  }

  /** A way to the writer, for this thread only. */
  connect(): WriterPort {
    let answer: ((answer: Acknowledgement) => void) | undefined;
    return {
      postMessage: (batch: Batch) =>
        void setImmediate(() => answer?.(this.#writer.commit([batch])[0] as Acknowledgement)),
      on: (event: "message" | "close", listener: (answer: Acknowledgement) => void) => {
        if (event === "message") answer = listener;
      },
      // The pending callback keeps the process alive by itself.
      ref: () => undefined,
      unref: () => undefined,
      close: () => undefined,
    };
  }

  /** Closes the database. */
  async close(): Promise<void> {
    this.#writer.close();
  }
}
