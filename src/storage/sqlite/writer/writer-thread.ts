/** The program of the writer thread. Its parent sends the ports to serve, and `close` at the end. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openWriter } from "../database/writing-connection.ts";
import { BatchWriter, type WriterOptions } from "./batch-writer.ts";
import { WriterServer } from "./writer-server.ts";

const options = workerData as WriterOptions;
const server = new WriterServer(new BatchWriter(openWriter(options.directory), options));

parentPort?.on("message", (message: MessagePort | "close") => {
  if (message !== "close") return server.add(message);
  server.close();
  parentPort?.close();
});
