/**
 * Measures starts and memory of the package as users install it: CPU time and time until a program has its first result, with
 * medians of many rounds, in which all cases run in turns. Beside each stands what an empty Node process takes. Then it measures the
 * memory of a daemon with the simulated engine and with an engine over HTTP, beside the least server of Node.
 *   node bench/startup.ts [--rounds 11] [--only TEXT] [--starts-only]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { layOutEntry, layOutPackage } from "./gateway/installed-package.ts";
import { listCases } from "./startup/cases.ts";
import { type Footprint, measureFootprint } from "./startup/footprint.ts";
import { end, median, type Reading, startUntilReady } from "./startup/process-meter.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "11" },
    only: { type: "string", default: "" },
    abp: { type: "string" },
    "starts-only": { type: "boolean", default: false },
  },
});
const repository = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "abp-startup-"));

try {
  const packed = join(folder, "package");
  const abp =
    options.abp === undefined ? layOutPackage(repository, packed) : layOutEntry(options.abp, packed);
  if (options.abp === undefined) console.log(`${countFiles()} files in the package\n`);
  await measureStarts(abp);
  if (!options["starts-only"]) await measureMemory(abp);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function countFiles(): number {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const [{ entryCount }] = JSON.parse(listed) as [{ entryCount: number }];
  return entryCount;
}

async function measureStarts(abp: string): Promise<void> {
  const all = listCases(abp, folder);
  const cases = all.filter(({ name }, index) => index === 0 || name.includes(options.only));
  const readings = cases.map((): Reading[] => []);
  // The first round fills the cache of compiled code, which the second one reads.
  for (let round = -1; round < Number(options.rounds); round++) {
    for (const [index, { program }] of cases.entries()) {
      const { child, reading } = await startUntilReady(program);
      // A first start ends by itself, because Node writes its cache at the end.
      if (round === -1) {
        child.stdin?.end();
        await end(child, "SIGTERM");
      } else await end(child);
      if (round >= 0) readings[index]!.push(reading);
    }
  }
  console.log(`${"".padEnd(36)}${"CPU ms".padStart(8)}${"ms".padStart(7)}   goal`);
  for (const [index, { name, cpuGoal, wallGoal }] of cases.entries()) {
    const cpu = median(readings[index]!.map((one) => one.cpu));
    const wall = median(readings[index]!.map((one) => one.wall));
    const goal =
      cpuGoal === undefined ? (wallGoal === undefined ? "" : `${wallGoal} ms`) : `${cpuGoal} ms CPU`;
    const isMet =
      cpu <= (cpuGoal ?? Number.POSITIVE_INFINITY) && wall <= (wallGoal ?? Number.POSITIVE_INFINITY);
    const verdict = goal === "" ? "" : `${isMet ? "✓" : "✗"} ${goal}`;
    console.log(`${name.padEnd(36)}${cpu.toFixed(0).padStart(8)}${wall.toFixed(0).padStart(7)}   ${verdict}`);
  }
}

function describeEngine(printed: string): string {
  const address = /127\.0\.0\.1:\d+/.exec(printed)![0];
  return [
    'default_engine = "floor"',
    "[engines.floor]",
    'dialect = "openai"',
    `base_url = "http://${address}/v1"`,
    'api_key = "none"',
    "",
  ].join("\n");
}

async function measureMemory(abp: string): Promise<void> {
  // Each daemon has a home of its own: after one that was killed, a start would recover its ledger first.
  const daemon = (name: string, ...flags: string[]) => ({
    argv: [abp, "up", "--port", "0", ...flags],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, ABP_HOME: join(folder, name) },
    ready: /127\.0\.0\.1:\d+[\s\S]*Stop it/,
  });
  const keyOf = (name: string) => join(folder, name, "state/token");
  const floor = {
    argv: [join(import.meta.dirname, "startup/floor.ts")],
    cwd: folder,
    env: daemon("none").env,
    ready: /127\.0\.0\.1:\d+/,
  };
  const rows: [string, Footprint][] = [
    ["a server of Node alone", await measureFootprint(floor)],
    ["abp up", await measureFootprint(daemon("simulated"), keyOf("simulated"))],
  ];
  // The server of Node alone is also the engine of a second daemon.
  const engine = await startUntilReady(floor);
  try {
    const config = join(folder, "http-engine.toml");
    writeFileSync(config, describeEngine(engine.printed));
    const footprint = await measureFootprint(daemon("http", "--config", config), keyOf("http"));
    rows.push(["abp up, engine over HTTP", footprint]);
  } finally {
    await end(engine.child);
  }
  console.log(
    `\n${"MiB".padEnd(26)}${["idle", "PSS", "short calls", "1 MB calls", "KiB/connection"].map((one) => one.padStart(15)).join("")}`,
  );
  for (const [name, { idle, idlePss, short, large, connectionKib }] of rows) {
    const figures = [idle, idlePss, short, large, connectionKib];
    console.log(name.padEnd(26) + figures.map((one) => one.toFixed(0).padStart(15)).join(""));
  }
}
