import type { Acknowledgement, Batch } from "./batch.ts";

/** A connection to a writer: it takes batches and returns one acknowledgement for each, in order. `MessagePort` implements it. */
export interface WriterPort {
  postMessage(batch: Batch): void;
  on(event: "message", listener: (acknowledgement: Acknowledgement) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  /** Keeps the process alive until `unref`. */
  ref(): void;
  unref(): void;
  close(): void;
}
