import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { PEERS, PROGRAMS, type TargetSettings } from "./targets.ts";

const here = import.meta.dirname;
/** Every process of a run inherits this environment variable, so that none of them outlives the run. */
const MARK = "BENCH_RUN";
const MAX_TERMINATION_MS = 4000;

/** A private copy of the shared benchmark harness. Closing it ends every process that it started and removes the copy. */
export class Harness {
  readonly folder: string;
  readonly #mark = randomUUID();
  readonly #environment: Record<string, string>;
  #isClosed = false;

  private constructor(folder: string, environment: Record<string, string>) {
    this.folder = folder;
    this.#environment = environment;
  }

  /** Copies the harness to a temporary folder. It builds and starts nothing. */
  static async open(source: string, cpus: { gateway: string; load: string }): Promise<Harness> {
    const folder = mkdtempSync(join(tmpdir(), "abp-bench-"));
    const environment: Record<string, string> = {};
    for (const [name, value] of Object.entries(process.env)) {
      // The settings of the user's own gateway must not reach the gateways that are measured.
      if (value !== undefined && !name.startsWith("ABP_")) environment[name] = value;
    }
    // Each target starts in a folder of its own.
    for (const variable of Object.values(PROGRAMS)) {
      const program = environment[variable];
      if (program?.includes("/") === true) environment[variable] = resolve(program);
    }
    environment["GATEWAY_CPU"] ??= cpus.gateway;
    environment["LOAD_CPU"] ??= cpus.load;
    environment["BASE_PORT"] ??= String(await findBasePort());
    const harness = new Harness(folder, environment);
    // The original may be read-only. The copy must be writable.
    await harness.run("cp", ["-r", "--no-preserve=mode,ownership", `${resolve(source)}/.`, folder]);
    for (const name of ["results", "run", "starters"]) mkdirSync(join(folder, name), { recursive: true });
    return harness;
  }

  /** Builds the simulator and the load generator. Installs the packages of the floors and, if wanted, of the peers. */
  async build(options: { peers: boolean }): Promise<void> {
    await this.run("make", ["-s"]);
    const wanted = new Set([
      "floors",
      ...(options.peers ? Object.keys(PEERS).map((name) => `targets/${name}`) : []),
    ]);
    const script = readFileSync(join(this.folder, "install.sh"), "utf8").split("\n");
    const kept = script.filter((line) => {
      if (line.startsWith("command -v")) return false;
      const folder = /^add (\S+)/.exec(line)?.[1];
      return folder === undefined || wanted.has(folder);
    });
    await writeFile(join(this.folder, "install-wanted.sh"), kept.join("\n"));
    await this.run("bash", ["install-wanted.sh"]);
    cpSync(join(here, "musistudio-llms.cjs"), join(this.folder, "starters/musistudio-llms.cjs"));
    await this.node("make-bodies.mjs", []);
  }

  /** Replaces the harness's list of targets with ours, which takes some entries from it. */
  async writeTargets(settings: TargetSettings): Promise<void> {
    const file = join(this.folder, "targets.mjs");
    const original = join(this.folder, "targets.original.mjs");
    if (!existsSync(original)) renameSync(file, original);
    const list = pathToFileURL(join(here, "targets.ts")).href;
    const text = [
      `import original from "./targets.original.mjs";`,
      `import { selectTargets } from ${JSON.stringify(list)};`,
      `export default selectTargets(original, ${JSON.stringify(settings)});`,
    ];
    await writeFile(file, `${text.join("\n")}\n`);
  }

  /** Runs a script of the harness, or one of ours, on the Node of this process. */
  node(script: string, argv: readonly (string | number)[], environment = {}): Promise<void> {
    return this.run(process.execPath, [script, ...argv.map(String)], environment);
  }

  /** Runs a program in the folder with its output on standard error. Ends every process that it leaves behind. */
  async run(
    command: string,
    argv: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<void> {
    const child = spawn(command, argv, {
      cwd: this.folder,
      env: { ...this.#environment, ...environment, [MARK]: this.#mark },
      // In its own process group, so that Ctrl-C reaches only this process, which then cleans up.
      detached: true,
      stdio: ["ignore", 2, 2],
    });
    const status = await ended(child);
    if (this.#isClosed) return new Promise(() => undefined);
    if (this.#started().length > 0) await this.#endStarted();
    if (status !== 0) throw new Error(`${command} ${argv[0] ?? ""} ended with ${status}`);
  }

  /** Reads a file of JSON lines. Returns an empty list when the file does not exist. */
  read(file: string): unknown[] {
    const path = join(this.folder, file);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, "utf8").trim().split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
  }

  /** The results of the functional check, by target and by kind of request. */
  readChecks(): Record<string, Record<string, Record<string, unknown>>> {
    return JSON.parse(readFileSync(join(this.folder, "results/verify.json"), "utf8"));
  }

  /** Lists the packages of the floors and the peers with their versions. */
  readVersions(): string[] {
    const installed = [
      ["floors", "undici"],
      ...Object.entries(PEERS).map(([name, pack]) => [`targets/${name}`, pack]),
    ];
    return installed.flatMap(([folder, pack]) => {
      const file = join(this.folder, `${folder}/node_modules/${pack}/package.json`);
      if (!existsSync(file)) return [];
      return [`${pack} ${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}`];
    });
  }

  /** The last 1500 characters of a target's output, to explain a failure. */
  readLog(target: string): string {
    const path = join(this.folder, "run", `${target}.log`);
    return existsSync(path) ? readFileSync(path, "utf8").slice(-1500) : "";
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endStarted();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #endStarted(): Promise<void> {
    for (const pid of this.#started()) signal(pid, "SIGTERM");
    for (let waited = 0; this.#started().length > 0 && waited < MAX_TERMINATION_MS; waited += 100)
      await sleep(100);
    for (const pid of this.#started()) signal(pid, "SIGKILL");
  }

  /** Lists every living process that inherited the mark, including those whose parent has ended. */
  #started(): number[] {
    const entry = `${MARK}=${this.#mark}`;
    return readdirSync("/proc").flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const isOurs = readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(entry);
        return isOurs ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended by itself.
  }
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, name) => resolve(code ?? name ?? "no status"));
  });
}

/** Looks below the ephemeral ports, because the connections of the load generator use those up. */
async function findBasePort(): Promise<number> {
  for (let base = 17_100; base < 32_000; base += 100) {
    const wanted = [0, 1, ...Array.from({ length: 30 }, (_, index) => 10 + index)];
    const free = await Promise.all(wanted.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("no free range of ports between 17100 and 32000");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
