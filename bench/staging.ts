/**
 * Measures staging side by side: an overlay, our copy, `cp -a` and `fs.cpSync`, each with the CPU time of the whole process and
 * its children. Usage: `node bench/staging.ts [files] [rounds] [git]`. The rounds alternate. The fastest of each method counts; the first
 * is shown too, because a command that runs once starts its threads.
 * With `git`, the files are committed: then the stage's repository takes them from there.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStage, type Stage } from "../src/workspace/index.ts";

const files = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 5);
const isCommitted = process.argv[4] === "git";
const FILES_PER_DIRECTORY = 20;
const MEAN_BYTES = 3950;
const directory = mkdtempSync(join(process.env["ABP_BENCH_DIR"] ?? tmpdir(), "abp-staging-"));
const source = join(directory, "source");
const target = join(directory, "target");

interface Measure {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Files of different sizes below directories of two levels, as a repository has them, with a `.git` directory. */
function makeSource(): number {
  let bytes = 0;
  for (let index = 0; index < files; index += 1) {
    const folder = Math.floor(index / FILES_PER_DIRECTORY);
    const parent = join(source, `package-${Math.floor(folder / 10)}`, `folder-${folder % 10}`);
    if (index % FILES_PER_DIRECTORY === 0) mkdirSync(parent, { recursive: true });
    const size = Math.floor(MEAN_BYTES * (0.2 + (1.6 * ((index * 7919) % 1000)) / 1000));
    bytes += size;
    writeFileSync(join(parent, `file-${index}.ts`), randomBytes(size));
  }
  if (!isCommitted) mkdirSync(join(source, ".git"), { recursive: true });
  else commitAll();
  return bytes;
}

/** Commits all files, and packs them as a clone has them. */
function commitAll(): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "all"],
    ["gc", "-q"],
    ["status", "-s"],
  ]) {
    spawnSync("git", [...identity, ...args], { cwd: source });
  }
}

/** CPU time of this process with all threads and ended children, in ms. */
function cpuTime(): number {
  const ticks = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  // utime, stime, cutime and cstime in ticks of 10 ms (proc(5), fields 14 to 17).
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(ticks[field]) * 10, 0);
}

async function measure(action: () => unknown): Promise<Measure> {
  const cpu = cpuTime();
  const start = performance.now();
  await action();
  return { wallMs: performance.now() - start, cpuMs: cpuTime() - cpu };
}

function open(method: "overlay" | "copy", runId: string): Promise<Stage> {
  return openStage({
    runId,
    root: source,
    mode: "staged",
    include: [],
    exclude: [],
    stagesDir: join(directory, "stages"),
    budget: { maxEntries: 10_000_000, maxBytes: 1e12, maxDepth: 100 },
    method,
    signal: new AbortController().signal,
  });
}

const results = new Map<string, Measure[]>();
const record = (name: string, result: Measure) => results.set(name, [...(results.get(name) ?? []), result]);

async function measureStage(method: "overlay" | "copy", round: number): Promise<void> {
  let stage: Stage | undefined;
  record(
    method,
    await measure(async () => {
      stage = await open(method, `${method}-${round}`);
    }),
  );
  record(`${method}: repository()`, await measure(() => stage?.repository()));
  if (method === "overlay") record("overlay: before()", await measure(() => stage?.before()));
  writeFileSync(join(stage?.root ?? directory, "package-0/folder-0/new.ts"), "new");
  record(`${method}: after()`, await measure(() => stage?.after()));
  record(`${method}: remove()`, await measure(() => stage?.remove()));
}

async function measureOther(name: string, copy: () => void): Promise<void> {
  record(name, await measure(copy));
  rmSync(target, { recursive: true, force: true });
}

try {
  const bytes = makeSource();
  spawnSync("sync");
  let overlayFault: unknown;
  for (let round = 0; round < rounds; round += 1) {
    await measureStage("overlay", round).catch((error: unknown) => {
      overlayFault = error;
    });
    await measureStage("copy", round);
    await measureOther("cp -a", () => spawnSync("cp", ["-a", source, target]));
    await measureOther("fs.cpSync", () => cpSync(source, target, { recursive: true }));
  }
  console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB, the fastest of ${rounds} rounds`);
  if (overlayFault !== undefined) console.log(`no overlay here: ${String(overlayFault)}`);
  const fastest = (name: string, key: keyof Measure) =>
    Math.min(...(results.get(name) ?? []).map((one) => one[key]));
  for (const name of results.keys()) {
    const columns = [
      `${fastest(name, "wallMs").toFixed(0)} ms`,
      `CPU ${fastest(name, "cpuMs").toFixed(0)} ms`,
    ];
    const first = results.get(name)?.[0];
    columns.push(`first ${first?.wallMs.toFixed(0)} ms`, `CPU ${first?.cpuMs.toFixed(0)} ms`);
    console.log(`${name.padEnd(22)} ${columns.map((column) => column.padStart(12)).join(" ")}`);
  }
  const ratio = (key: keyof Measure) => (fastest("copy", key) / fastest("cp -a", key)).toFixed(2);
  console.log(`copy / cp -a: ${ratio("wallMs")} of its time, ${ratio("cpuMs")} of its CPU time`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
