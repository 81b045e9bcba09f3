import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { ThreadMessage, ThreadOrder } from "./thread-message.ts";

/** What a thread serves with. */
export interface ThreadServer {
  readonly port: number;
  replaceKeys(keys: Config["keys"]): void;
  stop(): Promise<void>;
}

/** Runs a server in this thread until the thread is told to stop; `start` gets the data that the thread was given. */
export async function runThread(start: (data: unknown) => Promise<ThreadServer>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new AbpError("internal", "A serving thread was run as a program of its own.");
  const tell = (message: ThreadMessage): void => port.postMessage(message);
  try {
    const server = await start(workerData);
    port.on("message", async (order: ThreadOrder) => {
      if (order.kind === "replace_keys") {
        server.replaceKeys(order.keys);
        return;
      }
      await server.stop();
      port.close();
    });
    tell({ kind: "ready", port: server.port });
  } catch (error) {
    const known = AbpError.is(error)
      ? error
      : new AbpError("internal", error instanceof Error ? error.message : String(error));
    tell({ kind: "failed", code: known.code, text: known.message, advice: known.advice });
    port.close();
    process.exitCode = 1;
  }
}
