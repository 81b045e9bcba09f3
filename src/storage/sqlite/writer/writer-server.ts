import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Batch } from "../batch/batch.ts";
import type { BatchWriter } from "./batch-writer.ts";

/** Serves a writer to the threads of a process, through one port for each. */
export class WriterServer {
  readonly #writer: Pick<BatchWriter, "commit" | "close">;
  readonly #ports = new Set<MessagePort>();

  constructor(writer: Pick<BatchWriter, "commit" | "close">) {
    this.#writer = writer;
  }

  /** Takes batches from one more port. */
  add(port: MessagePort): void {
    this.#ports.add(port);
    port.on("message", (batch: Batch) => this.#write([port], [batch]));
    port.on("close", () => this.#ports.delete(port));
  }

  /** Writes the batches that have arrived, closes the database and then all ports. */
  close(): void {
    this.#write([], []);
    this.#writer.close();
    for (const port of this.#ports) port.close();
  }

  /** Writes these batches and all others that have arrived at any port: one disk flush serves every thread. */
  #write(senders: MessagePort[], batches: Batch[]): void {
    for (const port of this.#ports) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
        senders.push(port);
        batches.push(next.message as Batch);
      }
    }
    if (batches.length === 0) return;
    const acknowledgements = this.#writer.commit(batches);
    for (const [at, port] of senders.entries()) port.postMessage(acknowledgements[at]);
  }
}
