/**
 * Reads the events of the event writer in one of several ways, and prints what that cost this process as JSON.
 * Usage: `node reader.ts floor|supervisor|durable COUNT`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDurably } from "./durable-reading.ts";
import { readSupervised } from "./supervised-reading.ts";

/** What reading the events cost the process that reads. */
export interface ReadingCost {
  /** Without the first tenth, during which code is loaded and compiled. The times are those of these events. */
  readonly events: number;
  /** Of all threads. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** From the start of the process to its end. */
  readonly wholeCpuMs: number;
  /** Resident memory in MiB after each tenth of the events. */
  readonly residentMib: readonly number[];
}

const program = join(import.meta.dirname, "event-writer.ts");

/** The least work: read the pipe, split at line feeds, parse. */
async function readPlainly(count: number, onEvents: (more: number) => void): Promise<void> {
  const child = spawn(process.execPath, [program, String(count)], { stdio: ["pipe", "pipe", "inherit"] });
  let rest = "";
  child.stdin.write(`${JSON.stringify({ t: "run", id: "00000000-0000-4000-8000-000000000001" })}\n`);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop()!;
    let isFinal = false;
    for (const line of lines) isFinal = (JSON.parse(line) as { t: string }).t === "final";
    onEvents(lines.length);
    if (isFinal) break;
  }
  child.stdin.end();
  child.kill();
  await once(child, "exit");
}

const [mode, countText] = process.argv.slice(2);
const count = Number(countText);
const residentMib: number[] = [];
let events = 0;
/** When the first tenth of the events was read. */
let warm: { readonly events: number; readonly at: number; readonly cpu: NodeJS.CpuUsage } | undefined;
const onEvents = (more: number): void => {
  events += more;
  if (events >= count / 10) warm ??= { events, at: performance.now(), cpu: process.cpuUsage() };
  if (events >= ((residentMib.length + 1) * count) / 10) {
    residentMib.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
  }
};
const directory = mkdtempSync(join(tmpdir(), "abp-bench-runtime-"));
try {
  if (mode === "floor") await readPlainly(count, onEvents);
  else if (mode === "supervisor") await readSupervised(program, count, onEvents);
  else await readDurably(program, count, directory, onEvents);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
if (warm === undefined) throw new Error("too few events were read");
const inMs = ({ user, system }: NodeJS.CpuUsage): number => Math.round((user + system) / 1000);
const cost: ReadingCost = {
  events: events - warm.events,
  cpuMs: inMs(process.cpuUsage(warm.cpu)),
  wallMs: Math.round(performance.now() - warm.at),
  wholeCpuMs: inMs(process.cpuUsage()),
  residentMib,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
