/**
 * `npm run bench:api`: what the control API costs, each part beside a plain `node:http` server that does the least that can be compared,
 * in the same run. Usage: `node bench/api.ts [--runs N] [--followers N] [--events N] [--receipts N] [--queued N]
 * [runs] [followers] [receipts] [restart]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addPendingRuns, addReceipts, openHomeStore } from "./api/filled-store.ts";
import { type FollowerCost, measureFollowers } from "./api/followers.ts";
import { startBenchDaemon } from "./api/started-daemon.ts";
import { measureSubmissions, openSubmitFloor, type SubmitCost } from "./api/submit-runs.ts";

const parts = ["runs", "followers", "receipts", "restart"] as const;
const number = (value: string) => ({ type: "string" as const, default: value });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: number("500"),
    followers: number("1000"),
    events: number("2000"),
    receipts: number("1000000"),
    queued: number("10000"),
  },
});
const print = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);
const whole = (value: number) => Math.round(value).toLocaleString("en");
const home = mkdtempSync(join(tmpdir(), "abp-bench-api-"));

function describeRuns(name: string, { p50Ms, submittedPerSecond, runsPerSecond }: SubmitCost): string {
  return `  ${name.padEnd(34)} submit p50 ${p50Ms.toFixed(2)} ms, ${whole(submittedPerSecond)}/s; ended ${whole(runsPerSecond)} runs/s`;
}

function describeFollowers(name: string, cost: FollowerCost): string {
  const perSecond = whole(cost.delivered / cost.seconds);
  const cpu = ((cost.serverCpuMs * 1000) / cost.delivered).toFixed(2);
  return `  ${name.padEnd(34)} ${perSecond} events/s, ${cpu} µs of the server's CPU each, ${whole(cost.serverRssMb)} MiB, ${cost.incomplete} incomplete`;
}

async function measureRuns(): Promise<void> {
  const count = Number(values.runs);
  const floor = await openSubmitFloor();
  print(`Submitted runs of the mock backend (${whole(count)})`);
  print(describeRuns("floor: read, write, fsync", await measureSubmissions(floor, count, home)));
  floor.close();
  const daemon = await startBenchDaemon(join(home, "runs"));
  print(describeRuns("daemon", await measureSubmissions(daemon, count, home)));
  await daemon.stop();
}

async function measureStreams(): Promise<void> {
  const [followers, events] = [Number(values.followers), Number(values.events)];
  print(`Followers of one run (${whole(followers)}, ${whole(events)} events)`);
  for (const [mode, name] of [
    ["floor", "floor: one write for each follower"],
    ["api", "control API, durable events"],
  ] as const) {
    print(describeFollowers(name, await measureFollowers(mode, followers, events)));
  }
}

async function measureReceipts(): Promise<void> {
  const count = Number(values.receipts);
  const place = join(home, "receipts");
  const store = await openHomeStore(place);
  await addReceipts(store, count);
  const floorStart = performance.now();
  for (let from = count - 1; from >= 0; from -= 500) await store.ledger("default").page(from, 500, true);
  const floorSeconds = (performance.now() - floorStart) / 1000;
  await store.close();
  const daemon = await startBenchDaemon(place);
  const headers = { authorization: `Bearer ${daemon.token}` };
  const pages: number[] = [];
  let seen = 0;
  let cursor: string | null = "";
  const start = performance.now();
  while (cursor !== null) {
    const before = performance.now();
    const query = cursor === "" ? "" : `&cursor=${cursor}`;
    const answer = await fetch(`${daemon.url}/abp/v1/receipts?limit=500${query}`, { headers });
    if (answer.status !== 200) throw new Error(`a page got ${answer.status}`);
    const page = (await answer.json()) as { items: unknown[]; next_cursor: string | null };
    seen += page.items.length;
    cursor = page.next_cursor;
    pages.push(performance.now() - before);
  }
  const seconds = (performance.now() - start) / 1000;
  await daemon.stop();
  print(
    `Receipts by cursor (${whole(count)}, pages of 500)`,
    `  ${"floor: pages of the ledger".padEnd(34)} ${floorSeconds.toFixed(2)} s`,
    `  ${"daemon".padEnd(34)} ${seconds.toFixed(2)} s, ${whole(seen)} receipts, slowest page ${Math.max(...pages).toFixed(1)} ms`,
  );
}

async function measureRestart(): Promise<void> {
  const count = Number(values.queued);
  const empty = await startBenchDaemon(join(home, "empty"));
  await empty.stop();
  const floor = await startBenchDaemon(join(home, "empty"));
  await floor.stop();
  const place = join(home, "queued");
  const store = await openHomeStore(place);
  await addPendingRuns(store, count, home);
  await store.close();
  const daemon = await startBenchDaemon(place);
  print(
    `From the start of the process to readiness (${whole(count)} queued runs)`,
    `  ${"floor: nothing queued".padEnd(34)} ${whole(floor.readyMs)} ms`,
    `  ${"daemon".padEnd(34)} ${whole(daemon.readyMs)} ms (goal: at most 2,000 ms)`,
  );
  await daemon.stop();
}

const measures = {
  runs: measureRuns,
  followers: measureStreams,
  receipts: measureReceipts,
  restart: measureRestart,
};
try {
  for (const part of parts)
    if (positionals.length === 0 || positionals.includes(part)) await measures[part]();
} finally {
  rmSync(home, { recursive: true, force: true });
}
