/**
 * `npm run bench:runtime`: what supervision, durable events and staging cost, each beside a floor in the same run.
 * Usage: `node bench/runtime.ts [--events N] [--rounds N] [--runs N] [start] [events] [memory] [staging]`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ReadingCost } from "./runtime/reader.ts";
import { measureStarts } from "./runtime/starts.ts";

const parts = ["start", "events", "memory", "staging"] as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: "string", default: "300000" },
    rounds: { type: "string", default: "3" },
    runs: { type: "string", default: "15" },
  },
});
const chosen = parts.filter((part) => positionals.length === 0 || positionals.includes(part));
const print = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

function read(mode: "floor" | "supervisor" | "durable", count: number): ReadingCost {
  const program = join(import.meta.dirname, "runtime/reader.ts");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, mode, String(count)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`reading in mode ${mode} failed:\n${stderr}`);
  return JSON.parse(stdout) as ReadingCost;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}

function describeCost(name: string, costs: readonly ReadingCost[]): string {
  const { events } = costs[0]!;
  const cpu = median(costs.map(({ cpuMs }) => cpuMs));
  const wall = median(costs.map(({ wallMs }) => wallMs));
  const perEvent = ((cpu * 1000) / events).toFixed(2);
  const perSecond = Math.round(events / (wall / 1000)).toLocaleString("en");
  return `  ${name.padEnd(34)} ${perEvent.padStart(7)} µs CPU/event ${perSecond.padStart(11)} events/s`;
}

function measureEvents(count: number, rounds: number): void {
  const floor: ReadingCost[] = [];
  const supervised: ReadingCost[] = [];
  const durable: ReadingCost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(read("floor", count));
    supervised.push(read("supervisor", count));
    durable.push(read("durable", count));
  }
  const whole = median(durable.map(({ wholeCpuMs }) => wholeCpuMs));
  const ratio = median(supervised.map(({ cpuMs }, round) => cpuMs / floor[round]!.cpuMs));
  print(
    `Events of a sidecar (${count.toLocaleString("en")}, median of ${rounds} rounds, CPU of the reading process without the first tenth)`,
    describeCost("floor: read, split, JSON.parse", floor),
    describeCost("supervisor: split, parse, check", supervised),
    `${describeCost("whole run with durable events", durable)} (goal: at most 7.50 µs)`,
    `  all threads from the start of the process to its end: ${whole} ms`,
    `  supervisor / floor: ${ratio.toFixed(2)} (goal: at most 2.00)`,
    "",
  );
}

function measureMemory(count: number): void {
  const { residentMib } = read("durable", count);
  print(
    `Memory over ${count.toLocaleString("en")} durable events (resident MiB after each tenth)`,
    `  ${residentMib.join("  ")}`,
    "",
  );
}

if (chosen.includes("start")) print(...(await measureStarts(Number(values.runs))), "");
if (chosen.includes("events")) measureEvents(Number(values.events), Number(values.rounds));
if (chosen.includes("memory")) measureMemory(1_000_000);
if (chosen.includes("staging")) {
  const program = join(import.meta.dirname, "staging.ts");
  spawnSync(process.execPath, [program], { stdio: "inherit" });
}
