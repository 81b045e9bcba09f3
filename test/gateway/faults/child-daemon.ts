import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestMachine } from "../../../src/cli/fixtures/console.ts";
import { builtMain } from "../../package/built-main.ts";
import { programsFolder } from "../../package/programs.ts";

/** What a command wrote and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** A daemon that runs as a process of its own. */
export interface ChildDaemon {
  readonly url: string;
  /** What it has written to its standard error. */
  readonly said: () => string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** A machine of its own for daemons: a home and a configuration. */
export class DaemonHome {
  readonly root = mkdtempSync(join(tmpdir(), "abp-daemon-"));
  readonly #env: Record<string, string>;
  readonly #running = new Set<ChildProcess>();

  /** Takes the text of `backplane.toml`, and further variables. */
  constructor(toml: string, env: Record<string, string> = {}) {
    mkdirSync(join(this.root, "home"));
    const ABP_CONFIG = join(this.root, "backplane.toml");
    writeFileSync(ABP_CONFIG, toml);
    const ABP_HOME = join(this.root, "home");
    const { PATH = "", NODE_COMPILE_CACHE } = process.env;
    const own = { PATH, ABP_HOME, ABP_CONFIG, NO_COLOR: "1", ...env };
    // With it a daemon starts in less time.
    this.#env = NODE_COMPILE_CACHE === undefined ? own : { ...own, NODE_COMPILE_CACHE };
  }

  /** Starts a daemon on a free port. */
  async start(): Promise<ChildDaemon> {
    const child = await this.#spawn(["up", "--port", "0", "--json", "--verbose"]);
    const ended = collect(child);
    const { promise, resolve: listening, reject } = Promise.withResolvers<string>();
    let out = "";
    let said = "";
    child.stderr!.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stdout!.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const found = /"url":\s*"([^"]+)"/.exec(out);
      if (found !== null) listening(found[1]!);
    });
    void ended.then(({ error }) => reject(new Error(`the daemon ended: ${error}`)));
    return { url: await promise, said: () => said, ended, signal: (name) => void child.kill(name) };
  }

  /** Runs one command to its end, in this process. */
  async run(...argv: string[]): Promise<Ended> {
    const machine = new TestMachine(await builtMain());
    try {
      const host = { env: this.#env, cwd: this.root, home: this.root, now: () => new Date() };
      const { exit, out, error } = await machine.run(argv, host);
      return { code: exit, out, error };
    } finally {
      machine.close();
    }
  }

  /** Ends what still runs, and removes everything that was written. */
  close(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  async #spawn(argv: readonly string[]): Promise<ChildProcess> {
    const abp = join(await programsFolder(), "abp.js");
    const child = spawn(process.execPath, [abp, ...argv], {
      cwd: this.root,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running.add(child);
    child.on("exit", () => this.#running.delete(child));
    return child;
  }
}

function collect(child: ChildProcess): Promise<Ended> {
  let out = "";
  let error = "";
  child.stdout!.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((settle) => child.on("close", (code) => settle({ code, out, error })));
}
