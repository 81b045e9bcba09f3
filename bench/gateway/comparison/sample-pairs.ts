/**
 * Samples two builds and the floors in turns. It runs inside a copied harness as `node sample-pairs.ts SETTINGS`, with
 * the settings as JSON.
 *
 * A pair loads both builds at the same time on the same core with the same number of requests, so that a disturbance of
 * the machine meets both alike. The floor has the core to itself. Every target is started several times, because the
 * compiled code and the heap differ a little from one start to the next.
 */
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countFailures, RunningHarness, type Simulator, type StartedTarget } from "../harness-library.ts";
import { FLOORS, OTHER, OURS } from "../targets.ts";
import type { PairSample } from "./comparison.ts";
import { countRequests } from "./sample-size.ts";

/** The argument of the script. */
export interface PairSettings {
  readonly scenarios: readonly string[];
  /** How often every target is started anew. */
  readonly launches: number;
  /** Pairs in each scenario after each launch. */
  readonly pairs: number;
  /** The approximate CPU time that one build spends on a sample on a calm machine. */
  readonly cpuSeconds: number;
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

const PAIRS_PER_FLOOR_SAMPLE = 3;
/** The pair number of a floor's sample. */
const NO_PAIR = -1;
const WARM_UP_CPU_SECONDS = 0.5;
/** The optimising compiler needs this many requests after a start. */
const FIRST_REQUESTS = { json: 12_000, sse: 2500 } as const;
const MAX_FIRST_SECONDS = 30;
/** Longer than the batches of receipts and log lines wait, so that a sample includes the work after its last answer. */
const SETTLE_MS = 50;
const MAX_SAMPLE_SECONDS = 60;
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
        seconds: MAX_FIRST_SECONDS,
        timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
      });
    }
  }
}

/** A process that was idle runs slower at first. */
async function warmUp(started: StartedTarget, id: string): Promise<void> {
  const scenario = harness.scenarios[id]!;
  await harness.load(started, started[scenario.mode]!, {
    kind: scenario.kind,
    connections: scenario.requests === undefined ? scenario.c : 16,
    requests: countRequests(id, WARM_UP_CPU_SECONDS),
    seconds: MAX_SAMPLE_SECONDS,
    timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
  });
}

/** Loads the given targets at the same time and returns one sample of each. */
async function sampleTogether(
  targets: readonly StartedTarget[],
  simulator: Simulator,
  id: string,
  pair: number,
): Promise<PairSample[]> {
  const scenario = harness.scenarios[id]!;
  const readCpu = () => [simulator, ...targets].map(({ child }) => library.cpu(child.pid).total);
  const machineBefore = library.machine();
  const cpuBefore = readCpu();
  const results = await Promise.all(
    targets.map((target) =>
      harness.load(target, target[scenario.mode]!, {
        kind: scenario.kind,
        connections: scenario.c,
        requests: scenario.requests ?? countRequests(id, settings.cpuSeconds),
        rate: scenario.rate,
        seconds: MAX_SAMPLE_SECONDS,
        timeoutSeconds: REQUEST_TIMEOUT_SECONDS,
      }),
    ),
  );
  await sleep(SETTLE_MS);
  const used = readCpu().map((total, index) => total - cpuBefore[index]!);
  const { busy, steal, t } = library.machine();
  const known = [...used, ...results.map(({ cpu_s }) => cpu_s)].reduce((sum, value) => sum + value, 0);
  const others = busy - machineBefore.busy + steal - machineBefore.steal - known;
  return targets.map(({ target, child }, index) => {
    const result = results[index]!;
    return {
      scenario: id,
      target: target.name,
      pair,
      requests: result.total,
      cpuMs: (used[index + 1]! / result.total) * 1000,
      p50Ms: result.latency_us.p50 / 1000,
      rssMiB: library.memory(child.pid).rss,
      failures: countFailures(result),
      otherCores: Math.max(0, others) / (t - machineBefore.t),
    };
  });
}

async function sampleScenario(
  started: ReadonlyMap<string, StartedTarget>,
  simulator: Simulator,
  id: string,
): Promise<void> {
  const scenario = harness.scenarios[id]!;
  const builds = [started.get(OURS)!, started.get(OTHER)!];
  const floor = started.get(FLOORS[scenario.mode])!;
  await warmUp(floor, id);
  await Promise.all(builds.map((build) => warmUp(build, id)));
  await simulator.set({ delay_us: scenario.delay_us ?? 0 });
  try {
    for (let round = 0; round < settings.pairs; round += 1) {
      if (round % PAIRS_PER_FLOOR_SAMPLE === 0)
        for (const row of await sampleTogether([floor], simulator, id, NO_PAIR)) record(row);
      for (const row of await sampleTogether(builds, simulator, id, pairs)) record(row);
      builds.reverse();
      pairs += 1;
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
      }
      // Together, so that the builds compile their code under the same conditions.
      await Promise.all([...started.values()].map(warmUpAfterStart));
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
