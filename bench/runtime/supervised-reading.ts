import { buildWorkOrder } from "../../src/contract/index.ts";
import { startSidecar } from "../../src/sidecar/index.ts";

const runId = "00000000-0000-4000-8000-000000000001";

/** Reads the events through the supervisor: split, strict UTF-8, parse and check. */
export async function readSupervised(
  program: string,
  count: number,
  onEvents: (more: number) => void,
): Promise<void> {
  const { signal } = new AbortController();
  const plan = {
    command: process.execPath,
    args: [program, String(count)],
    env: { PATH: process.env["PATH"] ?? "" },
    cwd: process.cwd(),
    mark: runId,
  };
  const sidecar = await startSidecar(plan, { maxOutputBytes: Number.MAX_SAFE_INTEGER }, signal);
  const workOrder = buildWorkOrder(runId, "write events");
  const run = sidecar.run({
    runId,
    workOrder,
    signal,
    mode: "mapped",
    now: () => new Date(),
    maxOutputBytes: Number.MAX_SAFE_INTEGER,
  });
  for (let step = await run.next(); step.done !== true; step = await run.next()) onEvents(step.value.length);
  await sidecar.close();
}
