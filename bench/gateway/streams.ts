/**
 * Holds many slow streams open through each target and samples its memory: run inside a copied harness as
 * `node streams.ts STREAMS SECONDS OUTPUT TARGET...`.
 */
import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Target } from "./targets.ts";

interface Started {
  readonly child: { readonly pid: number };
  readonly port: number;
  readonly pass?: RouteOfHarness;
  readonly map?: RouteOfHarness;
}
interface RouteOfHarness {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface Simulator {
  readonly child: object;
  set(values: Record<string, number>): Promise<unknown>;
}
interface HarnessLibrary {
  readonly BASE_PORT: number;
  readonly LOAD_CPU: string;
  simulator(port: number, cpu: string, extra: readonly (string | number)[]): Promise<Simulator>;
  launch(target: Target, port: number, upstream: number): Promise<Started>;
  stop(child: object): Promise<void>;
  memory(pid: number): { rss: number };
  run(command: string, argv: readonly (string | number)[], timeout?: number): Promise<string>;
  body(route: RouteOfHarness, kind: "sse"): string;
  marker(route: RouteOfHarness, kind: "sse"): string;
}

/** Memory of one target while the streams were open; MiB. */
export interface StreamsRow {
  readonly target: string;
  readonly way: "pass" | "map";
  readonly streams: number;
  readonly finished: number;
  readonly errors: number;
  readonly idle: number;
  /** Samples four times a second, from when all streams were open until the first ended; one list per wave. */
  readonly held: readonly (readonly number[])[];
  readonly after: number;
}

const EVENT_GAP_MS = 50;
const OPENING_MS = 1000;
const SAMPLE_MS = 250;
const WAVES = 2;

const folder = process.cwd();
const library = (await import(pathToFileURL(join(folder, "lib.mjs")).href)) as HarnessLibrary;
const targets = (await import(pathToFileURL(join(folder, "targets.mjs")).href)) as { default: Target[] };
const [streamsText = "512", secondsText = "8", output = "results/streams.jsonl", ...names] =
  process.argv.slice(2);
const streams = Number(streamsText);
const holdMs = Number(secondsText) * 1000;
const { BASE_PORT, LOAD_CPU } = library;

/** Loads one route; `rate` paces the opening of the streams. */
async function load(
  started: Started,
  route: RouteOfHarness,
  requests: number,
  rate: number,
): Promise<string> {
  const headers = Object.entries(route.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const where = ["--port", started.port, "--path", route.path, "--body", library.body(route, "sse")];
  const amount = ["--connections", Math.min(requests, streams), "--requests", requests, "--rate", rate];
  const limits = ["--duration", 120, "--timeout", 60, "--expect", library.marker(route, "sse")];
  const argv = ["-c", LOAD_CPU, join(folder, "load/sseload"), ...where, ...amount, ...limits, ...headers];
  return library.run("taskset", argv, 300_000);
}

async function measure(
  simulator: Simulator,
  target: Target,
  way: "pass" | "map",
  port: number,
): Promise<StreamsRow> {
  const started = await library.launch(target, port, BASE_PORT);
  try {
    const route = started[way]!;
    await simulator.set({ delay_us: 0 });
    await load(started, route, 200, 200);
    await sleep(1000);
    const idle = library.memory(started.child.pid).rss;
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
        samples.push(library.memory(started.child.pid).rss);
      }, SAMPLE_MS);
      try {
        const result = JSON.parse(await load(started, route, streams, (streams * 1000) / OPENING_MS));
        finished += result.total;
        errors += result.errors.status + result.errors.closed + result.errors.incomplete + result.unfinished;
      } finally {
        clearInterval(sampler);
      }
      held.push(samples);
    }
    await sleep(2000);
    const after = library.memory(started.child.pid).rss;
    return { target: target.name, way, streams: streams * WAVES, finished, errors, idle, held, after };
  } finally {
    await library.stop(started.child);
  }
}

const events = Math.ceil(holdMs / EVENT_GAP_MS);
const simulator = await library.simulator(BASE_PORT, LOAD_CPU, ["--chunks", events]);
try {
  for (const [index, target] of targets.default.entries()) {
    if (!names.includes(target.name)) continue;
    for (const way of ["pass", "map"] as const) {
      if (target[way] === undefined) continue;
      const row = await measure(simulator, target, way, BASE_PORT + 10 + index);
      appendFileSync(resolve(folder, output), `${JSON.stringify(row)}\n`);
      const peak = Math.max(...row.held.flat());
      console.log(`${target.name} ${way}: idle ${row.idle.toFixed(0)} MiB, at most ${peak.toFixed(0)} MiB`);
    }
  }
} finally {
  await library.stop(simulator.child);
}
