import type { Acknowledgement, Batch } from "../batch/batch.ts";
import type { WriterPort } from "../batch/writer-port.ts";
import { openWriter } from "../database/writing-connection.ts";
import { BatchWriter, type WriterOptions } from "./batch-writer.ts";

/** A writer on the calling thread, for a process that writes little and ends soon: starting a thread takes longer. */
export class InlineWriter {
  readonly #writer: BatchWriter;

  constructor(options: WriterOptions) {
    this.#writer = new BatchWriter(openWriter(options.directory), options);
  }

  /** Makes a connection to the writer, for this thread only. */
  connect(): WriterPort {
    let listen: ((acknowledgement: Acknowledgement) => void) | undefined;
    return {
      postMessage: (batch: Batch) =>
        void setImmediate(() => {
          for (const acknowledgement of this.#writer.commit([batch])) listen?.(acknowledgement);
        }),
      on: (event: "message" | "close", listener: (acknowledgement: Acknowledgement) => void) => {
        if (event === "message") listen = listener;
      },
      // A pending immediate keeps the process alive by itself.
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
