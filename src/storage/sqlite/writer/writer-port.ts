import type { Acknowledgement, Batch } from "./batch.ts";

/** One way to a writer: batches go in, and one acknowledgement comes out for each, in order. A `MessagePort` is one. */
export interface WriterPort {
  postMessage(batch: Batch): void;
  on(event: "message", listener: (answer: Acknowledgement) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  /** Keeps the process alive until `unref`. */
  ref(): void;
  unref(): void;
  close(): void;
}
