import { parentPort, workerData } from "node:worker_threads";
import { AbpError } from "../../contract/index.ts";
import type { Report } from "../../server/index.ts";
import type { ThreadMessage, ThreadOrder } from "./thread-message.ts";

export interface ThreadServer {
  readonly port: number;
  replaceKeys(order: ThreadOrder & { kind: "replace_keys" }): void;
  stop(): Promise<void>;
}

/** The thread's side of its channel to the main thread. */
export interface ThreadPort {
  postMessage(message: ThreadMessage): void;
  on(event: "message", listener: (order: ThreadOrder) => void): unknown;
  close(): void;
}

/**
 * Runs a server in this thread until the main thread says stop. `start` gets the data that the thread was created with,
 * and a function that reports failures to the main thread. A failing start ends the thread with its error.
 */
export async function runThread(
  start: (data: unknown, report: Report) => Promise<ThreadServer>,
  port: ThreadPort | null = parentPort,
  data: unknown = workerData,
): Promise<void> {
  if (port === null) throw new AbpError("internal", "A serving thread was started as a program.");
  const report: Report = (text, error) => port.postMessage({ kind: "report", text, detail: describe(error) });
  try {
    const server = await start(data, report);
    port.on("message", (order) => {
      if (order.kind === "replace_keys") server.replaceKeys(order);
      else void stop(server, port, report);
    });
    port.postMessage({ kind: "ready", port: server.port });
  } catch (error) {
    const known = AbpError.is(error)
      ? error
      : new AbpError("internal", error instanceof Error ? error.message : String(error));
    port.postMessage({ kind: "failed", code: known.code, text: known.message, advice: known.advice });
    port.close();
    process.exitCode = 1;
  }
}

async function stop(server: ThreadServer, port: ThreadPort, report: Report): Promise<void> {
  try {
    await server.stop();
  } catch (error) {
    report("a serving thread could not stop in order", error);
  }
  port.close();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
