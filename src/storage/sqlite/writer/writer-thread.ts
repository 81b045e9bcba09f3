/** The one thread of a process that writes to the database; it takes batches from every port it is given. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openWriter } from "../database/writing-connection.ts";
import type { Batch } from "./batch.ts";
import { BatchWriter, type WriterOptions } from "./batch-writer.ts";

const options = workerData as WriterOptions;
const writer = new BatchWriter(openWriter(options.directory), options);
const ports = new Set<MessagePort>();

/** Writes what has arrived at all ports by now: one wait for the disk serves every thread. */
function write(senders: MessagePort[], batches: Batch[]): void {
  for (const port of ports) {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      senders.push(port);
      batches.push(next.message as Batch);
    }
  }
  if (batches.length === 0) return;
  const answers = writer.commit(batches);
  for (const [at, port] of senders.entries()) port.postMessage(answers[at]);
}

parentPort?.on("message", (message: MessagePort | "close") => {
  if (message === "close") {
    write([], []);
    writer.close();
    for (const port of ports) port.close();
    parentPort?.close();
    return;
  }
  ports.add(message);
  message.on("message", (batch: Batch) => write([message], [batch]));
  message.on("close", () => ports.delete(message));
});
