import type { HostedWorkplace } from "../../test/agents/hosts/hosted-workplace.ts";
import { CpuMeter } from "./cpu-meter.ts";
import type { MeasuredAgent } from "./measured-agents.ts";
import type { Measurement } from "./measurement.ts";

/** Runs a whole work order on an agent through its host, from the call to the verified receipt. */
export async function measureHosted(
  place: HostedWorkplace,
  { agent, engine, model }: MeasuredAgent,
  task: string,
  sandbox: "off" | "L3",
): Promise<Measurement> {
  const meter = new CpuMeter();
  const startedAt = performance.now();
  const run = await place.start({ agent, engine, model, task: () => task, sandbox });
  let firstMs = Number.NaN;
  let events = 0;
  for await (const event of run.events) {
    // The first event is ours, and says that the host has started.
    if (event.type !== "run_started" && Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
    events += 1;
  }
  const { error } = await run.result;
  if (error !== undefined) throw error;
  return { firstMs, wallMs: performance.now() - startedAt, cpuMs: meter.stop(), events };
}
