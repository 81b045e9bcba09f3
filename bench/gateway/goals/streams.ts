/**
 * Holds many slow streams open through each target and samples its memory. It runs inside a copied harness as
 * `node streams.ts STREAMS SECONDS OUTPUT TARGET...`.
 */
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countFailures, type LoadResult, RunningHarness, type Simulator } from "../harness-library.ts";
import type { Target } from "../targets.ts";

/** Memory of one target while the streams were open, in MiB. */
export interface StreamsRow {
  readonly target: string;
  readonly way: "pass" | "map";
  readonly streams: number;
  readonly finished: number;
  readonly errors: number;
  readonly idle: number;
  /** One list per wave. Each holds four samples a second, from the time all streams are open until the first ends. */
  readonly held: readonly (readonly number[])[];
  readonly after: number;
}

const EVENT_GAP_MS = 50;
const OPENING_MS = 1000;
const SAMPLE_INTERVAL_MS = 250;
const WAVES = 2;
const WARM_UP_REQUESTS = 200;
const SETTLE_MS = 1000;
const SETTLE_AFTER_MS = 2000;

const harness = await RunningHarness.open(process.cwd());
const { library } = harness;
const [streamsText = "512", secondsText = "8", output = "results/streams.jsonl", ...names] =
  process.argv.slice(2);
const streams = Number(streamsText);
const holdMs = Number(secondsText) * 1000;

async function measure(simulator: Simulator, target: Target, way: "pass" | "map"): Promise<StreamsRow> {
  const started = await harness.launch(target);
  const { pid } = started.child;
  const route = started[way]!;
  /** Opens the streams at `rate` per second and waits for their ends. */
  const load = (requests: number, rate: number): Promise<LoadResult> =>
    harness.load(started, route, {
      kind: "sse",
      connections: Math.min(requests, streams),
      requests,
      rate,
      seconds: 120,
      timeoutSeconds: 60,
    });
  try {
    await simulator.set({ delay_us: 0 });
    await load(WARM_UP_REQUESTS, WARM_UP_REQUESTS);
    await sleep(SETTLE_MS);
    const idle = library.memory(pid).rss;
    await simulator.set({ delay_us: EVENT_GAP_MS * 1000 });
    const held: number[][] = [];
    let finished = 0;
    let errors = 0;
    for (let wave = 0; wave < WAVES; wave += 1) {
      const samples: number[] = [];
      const begun = performance.now();
      const sampler = setInterval(() => {
        const elapsed = performance.now() - begun;
        if (elapsed < OPENING_MS * 1.2 || elapsed > holdMs) return;
        samples.push(library.memory(pid).rss);
      }, SAMPLE_INTERVAL_MS);
      try {
        const result = await load(streams, (streams * 1000) / OPENING_MS);
        finished += result.total;
        errors += countFailures(result);
      } finally {
        clearInterval(sampler);
      }
      held.push(samples);
    }
    await sleep(SETTLE_AFTER_MS);
    const after = library.memory(pid).rss;
    return { target: target.name, way, streams: streams * WAVES, finished, errors, idle, held, after };
  } finally {
    await library.stop(started.child);
  }
}

const events = Math.ceil(holdMs / EVENT_GAP_MS);
const simulator = await library.simulator(library.BASE_PORT, library.LOAD_CPU, ["--chunks", events]);
try {
  for (const target of harness.targets) {
    if (!names.includes(target.name)) continue;
    for (const way of ["pass", "map"] as const) {
      if (target[way] === undefined) continue;
      const row = await measure(simulator, target, way);
      appendFileSync(resolve(output), `${JSON.stringify(row)}\n`);
      const peak = Math.max(...row.held.flat());
      console.log(`${target.name} ${way}: idle ${row.idle.toFixed(0)} MiB, at most ${peak.toFixed(0)} MiB`);
    }
  }
} finally {
  await library.stop(simulator.child);
}
