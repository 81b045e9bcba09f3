import { join } from "node:path";
import { BackendRegistry, buildWorkOrder, runStreaming } from "../../src/index.ts";
import { openBenchLog } from "./run-log.ts";

const orderId = "00000000-0000-4000-8000-000000000002";

/** Reads the events of a whole run: every one is durable in the store before the caller gets it. */
export async function readDurably(
  program: string,
  count: number,
  directory: string,
  onEvents: (more: number) => void,
): Promise<void> {
  const { store, log } = await openBenchLog(directory);
  const entry = { type: "sidecar", command: process.execPath, args: [program, String(count)] } as const;
  const backend = new BackendRegistry({ writer: entry }).find("writer");
  const handle = runStreaming(
    backend,
    buildWorkOrder(orderId, "write events", {
      workspace: { root: directory, mode: "pass_through" },
      limits: { output_bytes: Number.MAX_SAFE_INTEGER },
    }),
    {
      software: { name: "bench", version: "0" },
      log,
      workspaceDir: join(directory, "stages"),
      runsDir: join(directory, "runs"),
      sandbox: "off",
    },
  );
  for await (const _ of handle.events) onEvents(1);
  const { error } = await handle.result;
  await store.close();
  if (error !== undefined) throw error;
}
