/**
 * Samples two builds and the floors in turns. It runs inside a copied harness as `node sample-pairs.ts SETTINGS`, with
 * the settings as JSON.
 *
 * A round samples the floor, this build, the other build, the other build, this build. The next round begins with the
 * other build. The two samples of a pair follow each other at once, so a disturbance of the machine meets both. Every
 * target is started several times, because the compiled code and the heap differ a little from one start to the next.
 */
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  countFailures,
  type HarnessScenario,
  RunningHarness,
  type Simulator,
  type StartedTarget,
} from "../harness-library.ts";
import { FLOORS, OTHER, OURS } from "../targets.ts";
import type { PairSample } from "./comparison.ts";

/** The argument of the script. */
export interface PairSettings {
  readonly scenarios: readonly string[];
  /** How often every target is started anew. */
  readonly launches: number;
  /** Rounds in each scenario after each launch. */
  readonly rounds: number;
  /** Length of a sample. */
  readonly seconds: number;
  /** No further scenario begins after this time. */
  readonly minutes: number;
  readonly output: string;
}

/** One start of a target. */
export interface LaunchRow {
  readonly launch: number;
  readonly target: string;
  readonly listenMs: number;
}

const WARM_UP_SECONDS = 0.5;
/** The optimising compiler needs this many requests after a start. */
const FIRST_REQUESTS = { json: 12_000, sse: 2500 } as const;
const FIRST_SECONDS = 2;
/** Longer than the batches of receipts and log lines wait, so that a sample includes the work after its last answer. */
const SETTLE_MS = 50;
const MAX_PACED_SECONDS = 30;
const REQUEST_TIMEOUT_SECONDS = 40;

const settings = JSON.parse(process.argv[2] ?? "{}") as PairSettings;
const harness = await RunningHarness.open(process.cwd());
const { library } = harness;
const deadline = performance.now() + settings.minutes * 60_000;
let pairs = 0;

function record(row: PairSample | LaunchRow): void {
  appendFileSync(resolve(settings.output), `${JSON.stringify(row)}\n`);
}

async function warmUpAfterStart(started: StartedTarget): Promise<void> {
  for (const way of ["pass", "map"] as const) {
    const route = started[way];
    if (route === undefined) continue;
    for (const kind of ["json", "sse"] as const) {
      await harness.load(started, route, {
        kind,
        connections: 32,
        requests: FIRST_REQUESTS[kind],
        seconds: FIRST_SECONDS,
        timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
      });
    }
  }
}

/** A process that was idle runs slower at first. */
async function warmUp(started: StartedTarget, scenario: HarnessScenario): Promise<void> {
  await harness.load(started, started[scenario.mode]!, {
    kind: scenario.kind,
    connections: scenario.requests === undefined ? scenario.c : 16,
    seconds: WARM_UP_SECONDS,
    timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
  });
}

async function sample(
  started: StartedTarget,
  simulator: Simulator,
  id: string,
  pair: number,
): Promise<PairSample> {
  const scenario = harness.scenarios[id]!;
  const { pid } = started.child;
  const before = {
    machine: library.machine(),
    own: library.cpu(pid),
    simulator: library.cpu(simulator.child.pid),
  };
  const result = await harness.load(started, started[scenario.mode]!, {
    kind: scenario.kind,
    connections: scenario.c,
    requests: scenario.requests,
    rate: scenario.rate,
    seconds: scenario.requests === undefined ? settings.seconds : MAX_PACED_SECONDS,
    timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
  });
  await sleep(SETTLE_MS);
  const own = library.cpu(pid).total - before.own.total;
  const simulated = library.cpu(simulator.child.pid).total - before.simulator.total;
  const { busy, steal, t } = library.machine();
  const others = busy - before.machine.busy - own - simulated - result.cpu_s + steal - before.machine.steal;
  return {
    scenario: id,
    target: started.target.name,
    pair,
    requests: result.total,
    cpuMs: (own / result.total) * 1000,
    p50Ms: result.latency_us.p50 / 1000,
    rssMiB: library.memory(pid).rss,
    failures: countFailures(result),
    otherCores: Math.max(0, others) / (t - before.machine.t),
  };
}

async function sampleScenario(
  started: ReadonlyMap<string, StartedTarget>,
  simulator: Simulator,
  id: string,
): Promise<void> {
  const scenario = harness.scenarios[id]!;
  const [own, other] = [started.get(OURS)!, started.get(OTHER)!];
  const floor = started.get(FLOORS[scenario.mode])!;
  for (const target of [floor, own, other]) await warmUp(target, scenario);
  await simulator.set({ delay_us: scenario.delay_us ?? 0 });
  try {
    for (let round = 0; round < settings.rounds; round += 1) {
      const order = round % 2 === 0 ? [own, other, other, own] : [other, own, own, other];
      record(await sample(floor, simulator, id, -1));
      for (const [index, target] of order.entries())
        record(await sample(target, simulator, id, pairs + (index >> 1)));
      pairs += 2;
    }
  } finally {
    await simulator.set({ delay_us: 0 });
  }
}

const simulator = await library.simulator(library.BASE_PORT, library.LOAD_CPU);
try {
  for (let launch = 1; launch <= settings.launches && performance.now() < deadline; launch += 1) {
    const started = new Map<string, StartedTarget>();
    const wanted = harness.targets.filter(({ start }) => start !== undefined);
    // Neither build is always the first to start.
    if (launch % 2 === 0) wanted.reverse();
    try {
      for (const target of wanted) {
        const one = await harness.launch(target);
        started.set(target.name, one);
        record({ launch, target: target.name, listenMs: one.listen_ms });
        await warmUpAfterStart(one);
      }
      for (const id of settings.scenarios) {
        if (performance.now() > deadline) break;
        await sampleScenario(started, simulator, id);
        console.log(`launch ${launch} of ${settings.launches}: ${id} sampled`);
      }
    } finally {
      for (const { child } of started.values()) await library.stop(child);
    }
  }
} finally {
  await library.stop(simulator.child);
}
