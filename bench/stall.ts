/**
 * Measures how long other callers wait while large and hostile bodies arrive: the longest `/healthz` and the longest short
 * call beside each body, the CPU time of the daemon and its peak memory. `--steps` measures the longest callback of the
 * daemon's main thread in CPU time as well, which slows it a little. Linux only.
 * Usage: `node bench/stall.ts [--abp FILE] [--only TEXT,TEXT] [--counts 1,24] [--steps] [--json]`. FILE is the `abp.js` of
 * another build, and each TEXT is a part of a case's name.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { writeText } from "./gateway/table.ts";
import { engineDialects, listCases, pictureEngines, type StallCase } from "./stall/cases.ts";
import { type Child, cpuSeconds, peakMib, resetPeak, startChild } from "./stall/child.ts";
import { Probe } from "./stall/probe.ts";
import type { SendOrder } from "./stall/sender.ts";

const { values: options } = parseArgs({
  options: {
    abp: { type: "string", default: join(import.meta.dirname, "../bin/abp.js") },
    only: { type: "string", default: "" },
    counts: { type: "string", default: "1,24" },
    steps: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

/** What was measured beside one case. Times in milliseconds. */
interface Figures {
  readonly name: string;
  readonly count: number;
  /** How many bodies got each status; 0 stands for a broken connection. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly healthzMs: number;
  readonly callMs: number;
  /** The longest callback, in CPU time. */
  readonly stepMs?: number;
  readonly cpuSeconds: number;
  readonly peakMib: number;
}

/** How long memory may settle between two measurements. */
const SETTLE_MS = 500;
const SHORT_CALL = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });

const folder = mkdtempSync(join(tmpdir(), "abp-stall-"));
const stepsFile = join(folder, "steps");

function writeConfig(engine: string): string {
  const at = `http://127.0.0.1:${engine}`;
  const section = (name: string, dialect: string, base: string) =>
    `[engines.${name}]\ndialect = "${dialect}"\nbase_url = "${base}"\ncredential = "none"\n`;
  return [
    ...engineDialects.map((dialect) => section(dialect, dialect, at)),
    ...pictureEngines.map(({ name, dialect, kind }) => section(name, dialect, `${at}/${kind}`)),
    // Two keys share the accounts, so that the ids in the bodies are checked.
    '[keys.bench]\ntoken = "bench-key"\n[keys.other]\ntoken = "other-key"\n',
  ].join("");
}

async function startDaemon(engine: string): Promise<{ daemon: Child; port: number }> {
  const config = join(folder, "backplane.toml");
  writeFileSync(config, writeConfig(engine));
  const steps = options.steps ? ["--import", join(import.meta.dirname, "stall/steps.ts")] : [];
  const daemon = await startChild(
    [...steps, options.abp, "up", "--port", "0", "--config", config],
    { ABP_HOME: join(folder, "abp"), HOME: folder, NO_COLOR: "1", ABP_STALL_STEPS: stepsFile },
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

/** The longest step since the last question. */
async function readStep(pid: number): Promise<number | undefined> {
  if (!options.steps) return undefined;
  rmSync(stepsFile, { force: true });
  process.kill(pid, "SIGUSR2");
  for (;;) {
    await sleep(20);
    try {
      const text = readFileSync(stepsFile, "utf8");
      if (text !== "") return Number(text);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

async function measure(
  { daemon, port }: { readonly daemon: Child; readonly port: number },
  sender: Worker,
  one: StallCase,
  count: number,
): Promise<Figures> {
  const { name, path, engine } = one;
  const body = one.body();
  await sleep(SETTLE_MS);
  resetPeak(daemon.pid);
  await readStep(daemon.pid);
  const before = cpuSeconds(daemon.pid);
  const healthz = new Probe(port, "/healthz");
  const call = new Probe(port, "/v1/chat/completions", SHORT_CALL);
  await sleep(SETTLE_MS);
  const answers = await sendAll(sender, { port, engine, path, body, count });
  const statuses: Record<string, number> = {};
  for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const waits = { healthzMs: await healthz.stop(), callMs: await call.stop() };
  const stepMs = await readStep(daemon.pid);
  return {
    name,
    count,
    statuses,
    ...waits,
    ...(stepMs === undefined ? {} : { stepMs }),
    cpuSeconds: cpuSeconds(daemon.pid) - before,
    peakMib: peakMib(daemon.pid),
  };
}

function rowOf(figures: Figures): readonly string[] {
  return [
    figures.name,
    String(figures.count),
    Object.entries(figures.statuses)
      .map(([status, count]) => `${status}×${count}`)
      .join(" "),
    figures.healthzMs.toFixed(0),
    figures.callMs.toFixed(0),
    figures.stepMs?.toFixed(0) ?? "–",
    figures.cpuSeconds.toFixed(1),
    figures.peakMib.toFixed(0),
  ];
}

const wanted = options.only.split(",");
const cases = listCases().filter(({ name }) => wanted.some((part) => name.includes(part)));
if (cases.length === 0) throw new Error(`No case has ${options.only} in its name.`);
const engine = await startChild([join(import.meta.dirname, "stall/engine.ts")], {}, /\d+\n/);
const sender = new Worker(new URL("./stall/sender.ts", import.meta.url));
const started = await startDaemon(engine.printed.trim());
const results: Figures[] = [];
try {
  // The first calls compile the code.
  const short = (to: string): StallCase => ({
    name: `(short): openai → ${to}`,
    path: "/openai/v1/chat/completions",
    engine: to,
    isCounted: true,
    body: () => Buffer.from(SHORT_CALL),
  });
  for (const to of ["openai", "claude"]) await measure(started, sender, short(to), 24);
  // What the machine itself adds: short bodies beside short calls.
  results.push(await measure(started, sender, short("claude"), 24));
  for (const one of cases) {
    const counts = one.isCounted ? options.counts.split(",").map(Number) : [1];
    for (const count of counts) results.push(await measure(started, sender, one, count));
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
  const head = ["case", "×", "statuses", "healthz", "call", "step", "CPU", "memory"];
  console.log(writeText({ title, head, rows: results.map(rowOf) }));
}
