/**
 * Measures how long other callers wait while hostile bodies arrive: the longest `/healthz` and the longest short call
 * beside each body, the CPU time of the daemon and its peak memory. Linux only.
 * Usage: `node bench/stall.ts [--abp FILE] [--bodies a,b] [--counts 1,24] [--json]`. FILE is the `abp.js` of another build.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { writeText } from "./gateway/table.ts";
import { type Child, cpuSeconds, peakMib, resetPeak, startChild } from "./stall/child.ts";
import { hostileBodies, LARGE_BYTES } from "./stall/hostile-bodies.ts";
import { Probe } from "./stall/probe.ts";
import type { SendOrder } from "./stall/sender.ts";

const { values: options } = parseArgs({
  options: {
    abp: { type: "string", default: join(import.meta.dirname, "../bin/abp.js") },
    bodies: { type: "string", default: Object.keys(hostileBodies).join(",") },
    counts: { type: "string", default: "1,24" },
    json: { type: "boolean", default: false },
  },
});

/** What was measured beside one kind of body. Times in milliseconds. */
interface Figures {
  readonly body: string;
  readonly mode: "mapped" | "passthrough";
  readonly count: number;
  /** How many bodies got each status; 0 stands for a broken connection. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly healthzMs: number;
  readonly callMs: number;
  readonly cpuSeconds: number;
  readonly peakMib: number;
}

/** How long memory may settle between two measurements. */
const SETTLE_MS = 500;
const SHORT_CALL = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });

function writeConfig(engine: string): string {
  const at = `http://127.0.0.1:${engine}`;
  return [
    "[engines.openai]",
    'dialect = "openai"',
    `base_url = "${at}"`,
    'credential = "none"',
    "[engines.claude]",
    'dialect = "claude"',
    `base_url = "${at}"`,
    'credential = "none"',
    "[keys.bench]",
    'token = "bench-key"',
    "",
  ].join("\n");
}

async function startDaemon(folder: string, engine: string): Promise<{ daemon: Child; port: number }> {
  const config = join(folder, "backplane.toml");
  writeFileSync(config, writeConfig(engine));
  const daemon = await startChild(
    [options.abp, "up", "--port", "0", "--config", config],
    { ABP_HOME: join(folder, "abp"), HOME: folder, NO_COLOR: "1" },
    /127\.0\.0\.1:\d+/,
  );
  return { daemon, port: Number(/127\.0\.0\.1:(\d+)/.exec(daemon.printed)![1]) };
}

function sendAll(sender: Worker, order: SendOrder): Promise<readonly number[]> {
  return new Promise((resolve) => {
    sender.once("message", resolve);
    sender.postMessage(order);
  });
}

async function measure(
  { daemon, port }: { readonly daemon: Child; readonly port: number },
  sender: Worker,
  [body, bytes]: readonly [string, Buffer],
  mode: Figures["mode"],
  count: number,
): Promise<Figures> {
  await sleep(SETTLE_MS);
  resetPeak(daemon.pid);
  const before = cpuSeconds(daemon.pid);
  const healthz = new Probe(port, "/healthz");
  const call = new Probe(port, "/v1/chat/completions", SHORT_CALL);
  await sleep(SETTLE_MS);
  const engine = mode === "mapped" ? "claude" : "openai";
  const answers = await sendAll(sender, { port, engine, body: bytes, count });
  const statuses: Record<string, number> = {};
  for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    body,
    mode,
    count,
    statuses,
    healthzMs: await healthz.stop(),
    callMs: await call.stop(),
    cpuSeconds: cpuSeconds(daemon.pid) - before,
    peakMib: peakMib(daemon.pid),
  };
}

function rowOf(figures: Figures): readonly string[] {
  return [
    figures.body,
    figures.mode === "mapped" ? "map" : "pass",
    String(figures.count),
    Object.entries(figures.statuses)
      .map(([status, count]) => `${status}×${count}`)
      .join(" "),
    figures.healthzMs.toFixed(0),
    figures.callMs.toFixed(0),
    figures.cpuSeconds.toFixed(1),
    figures.peakMib.toFixed(0),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "abp-stall-"));
const engine = await startChild([join(import.meta.dirname, "stall/engine.ts")], {}, /\d+\n/);
const sender = new Worker(new URL("./stall/sender.ts", import.meta.url));
const started = await startDaemon(folder, engine.printed.trim());
const results: Figures[] = [];
try {
  // The first calls compile the code.
  const short = ["(short)", Buffer.from(SHORT_CALL)] as const;
  for (const mode of ["passthrough", "mapped"] as const) await measure(started, sender, short, mode, 24);
  // What the machine itself adds: short bodies beside short calls.
  results.push(await measure(started, sender, short, "mapped", 24));
  for (const name of options.bodies.split(",")) {
    const write = hostileBodies[name];
    if (write === undefined) throw new Error(`There is no body ${name}.`);
    const bytes = write(LARGE_BYTES);
    for (const mode of ["mapped", "passthrough"] as const) {
      for (const count of options.counts.split(",").map(Number))
        results.push(await measure(started, sender, [name, bytes], mode, count));
    }
  }
} finally {
  await sender.terminate();
  await started.daemon.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (options.json) console.log(JSON.stringify(results, null, 2));
else {
  const title = "Beside bodies of 31 MB: longest waits in ms, CPU time in s, peak memory in MiB";
  const head = ["body", "mode", "×", "statuses", "healthz", "call", "CPU", "memory"];
  console.log(writeText({ title, head, rows: results.map(rowOf) }));
}
