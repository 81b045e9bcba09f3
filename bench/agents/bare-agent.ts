import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { agentCommand } from "../../src/agents/host/agent-command.ts";
import { findConnection, launchEnvironment, prepareLaunch, writeAgentFiles } from "../../src/agents/index.ts";
import type { HostedWorkplace } from "../../test/agents/hosts/hosted-workplace.ts";
import { findExecutable } from "../../test/agents/installed.ts";
import { CpuMeter } from "./cpu-meter.ts";
import type { MeasuredAgent } from "./measured-agents.ts";
import type { Measurement } from "./measurement.ts";

/** Runs an agent alone in its own headless mode, on the same gateway and engine. Reads and parses each line that it writes. */
export async function measureBare(
  place: HostedWorkplace,
  { agent, engine, model, headless }: MeasuredAgent,
  task: string,
): Promise<Measurement> {
  const runId = randomUUID();
  const account = place.openAccount(runId);
  const home = join(place.root, `bare-${runId}`);
  mkdirSync(home, { mode: 0o700 });
  const inherited = { PATH: process.env["PATH"], HOME: home, IS_SANDBOX: "1" };
  const connection = { ...account, engine, runId, home: join(home, "agent"), inherited };
  const launch = prepareLaunch(findConnection(agent)!, {
    ...connection,
    ...(model === undefined ? {} : { model }),
  });
  await writeAgentFiles(launch.files);
  const { command, args } = agentCommand(findExecutable(agent)!, [...launch.arguments, ...headless(task)]);
  const meter = new CpuMeter();
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd: place.repository,
    env: launchEnvironment(launch, inherited) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  let firstMs = Number.NaN;
  let events = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
    if (line.startsWith("{")) JSON.parse(line);
    events += 1;
  }
  const [code] = (await exited) as [number | null];
  await account.close();
  const measured = { firstMs, wallMs: performance.now() - startedAt, cpuMs: meter.stop(), events };
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (code !== 0) throw new Error(`${agent} alone ended with exit code ${code}`);
  return measured;
}
