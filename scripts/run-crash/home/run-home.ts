import { type ChildProcess, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { BackendEntry } from "../../../src/index.ts";
import { type CommandEnd, collectOutput, startAbp, startProgram } from "../../crash/home/abp-command.ts";
import { findMounts } from "../oracle/leftovers.ts";
import type { RunKind } from "../schedule.ts";
import type { RunnerConfig } from "./runner-config.ts";

const REPOSITORY = resolve(import.meta.dirname, "../../..");
const STEP_RUNNER = join(import.meta.dirname, "step-runner.ts");
const RUNNER_CONFIG = "runner.json";
const PRISTINE = "pristine";
/** The cache that `abp` uses too. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };
export const ORIGIN = "run-crash.example";
export const TENANT = "default";

/** The Python in `PATH` may be a program of the user's home, which a sandbox does not show. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

/** A temporary directory with a configuration, a repository to work on, a ledger and the stages of runs. */
export class RunHome {
  readonly root = mkdtempSync(join(tmpdir(), "abp-run-crash-"));
  /** Is in the command line, the environment or the directory of every process of a run. */
  readonly mark = basename(this.root);
  readonly receipts = join(this.root, "receipts");
  readonly stages = join(this.root, "stages");
  readonly source = join(this.root, "source");
  readonly #abp: string | undefined;
  readonly #running = new Set<ChildProcess>();

  /** Takes the path of `abp`, by default of that of this checkout. */
  constructor(abp?: string) {
    this.#abp = abp;
    for (const name of ["home", "source", "source/directory"]) {
      mkdirSync(join(this.root, name), { mode: 0o700 });
    }
    const write = (name: string, text: string | Uint8Array) => writeFileSync(join(this.root, name), text);
    const config = this.#config();
    write(RUNNER_CONFIG, JSON.stringify(config));
    write("backplane.toml", toToml(config));
    for (const name of ["a.txt", "old.txt", "directory/b.txt"])
      write(`source/${name}`, `${name}\n`.repeat(50));
    write("source/data.bin", Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251)));
    chmodSync(join(this.source, "a.txt"), 0o640);
    symlinkSync("a.txt", join(this.source, "link"));
    for (const argv of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "x"],
    ]) {
      spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...argv], {
        cwd: this.source,
      });
    }
    copyTree(this.source, join(this.root, PRISTINE));
  }

  /** Makes the repository as it was at the beginning, after a run that worked on it. */
  restore(): void {
    rmSync(this.source, { recursive: true, force: true });
    copyTree(join(this.root, PRISTINE), this.source);
  }

  /** Starts `abp run` on the repository. */
  startRun({ host, sandbox, mode }: RunKind, env: Record<string, string> = {}): ChildProcess {
    const place = ["--root", this.source, "--workspace-mode", mode.replace("_", "-")];
    const argv = ["run", "--backend", host, "--sandbox", sandbox, ...place, "--json"];
    return this.#keep(
      startAbp(this.root, [...argv, "--task", this.#task()], env, ["ignore", "pipe", "pipe"], this.#abp),
    );
  }

  /** Starts a program that runs the same work order with the library, and kills itself at a step. */
  startStepRun({ host, sandbox, mode }: RunKind, step: string, afterMs: number): ChildProcess {
    const config = join(this.root, RUNNER_CONFIG);
    const work = [host, sandbox, this.source, mode, this.#task()];
    const argv = [STEP_RUNNER, this.#library(), config, step, String(afterMs), ...work];
    return this.#keep(startProgram(this.root, argv, COMPILE_CACHE, ["ignore", "pipe", "pipe"]));
  }

  /** Runs a short work order to its end, which removes what killed runs have left. */
  startAgain(env: Record<string, string> = {}): Promise<CommandEnd> {
    const argv = ["run", "--backend", "python", "--sandbox", "off", "--root", this.source, "--json"];
    return this.run([...argv, "--task", "say again"], env);
  }

  /** Runs one command to its end. */
  run(argv: readonly string[], env: Record<string, string> = {}): Promise<CommandEnd> {
    return collectOutput(this.#keep(startAbp(this.root, argv, env, ["ignore", "pipe", "pipe"], this.#abp)));
  }

  /** The public keys that signed. */
  readKeySet(): unknown {
    return JSON.parse(readFileSync(join(this.root, "home/data/keys/keys.json"), "utf8"));
  }

  /** Ends what this object has started and still runs, and removes everything. */
  close(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    for (const place of findMounts(this.root)) spawnSync("umount", ["--lazy", place]);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The library beside `abp`: that of a build, or the sources of this checkout. */
  #library(): string {
    const built = this.#abp === undefined ? "" : join(dirname(this.#abp), "../dist/index.js");
    return existsSync(built) ? built : join(REPOSITORY, "src/index.ts");
  }

  #keep(child: ChildProcess): ChildProcess {
    this.#running.add(child);
    child.on("exit", () => this.#running.delete(child));
    return child;
  }

  #config(): RunnerConfig {
    const host = (command: string, script: string): BackendEntry => ({
      type: "sidecar",
      command,
      args: [join(REPOSITORY, "hosts", script), this.mark],
      // The kit of the Node sidecar.
      read_only: [join(REPOSITORY, "src")],
    });
    return {
      receipts_dir: this.receipts,
      receipts: { origin: ORIGIN, keys_dir: join(this.root, "home/data/keys") },
      tenant: TENANT,
      workspaceDir: this.stages,
      runsDir: join(this.root, "runs"),
      backends: { python: host(PYTHON, "python/host.py"), node: host(process.execPath, "node/host.js") },
    };
  }

  /** The work: files of every kind are changed, and processes are started that do not end by themselves. */
  #task(): string {
    return [
      `run setsid sh -c 'sleep 100; : ${this.mark}' </dev/null >/dev/null 2>&1 &`,
      "write new.txt a new file",
      "append a.txt more",
      "rename directory/b.txt c.txt",
      "delete old.txt",
      "chmod 755 data.bin",
      "symlink data.bin second-link",
      "repeat 300 some text of a model, ",
      "sleep 0.2",
      `run sh -c '(sleep 100; : ${this.mark}) >/dev/null 2>&1 & :'`,
      "say done",
    ].join("\n");
  }
}

/** Copies a tree with modes, times and links. */
function copyTree(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${from} cannot be copied: ${stderr}`);
}

/** The same configuration for the command. A JSON text or list of texts is one of TOML too. */
function toToml({ receipts_dir, receipts, tenant, workspaceDir, backends }: RunnerConfig): string {
  const section = (name: string, entries: object) =>
    [`[${name}]`, ...Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)].join(
      "\n",
    );
  return [
    `receipts_dir = ${JSON.stringify(receipts_dir)}\nworkspace_dir = ${JSON.stringify(workspaceDir)}`,
    section("receipts", { ...receipts, tenant }),
    ...Object.entries(backends).map(([name, entry]) => section(`backends.${name}`, entry)),
  ].join("\n");
}
