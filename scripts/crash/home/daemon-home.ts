import type { ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CANARIES } from "../canary/canaries.ts";
import { CALLER_KEYS } from "../load/call-plan.ts";
import type { Schedule } from "../schedule.ts";
import { type CommandEnd, collectOutput, startAbp } from "./abp-command.ts";
import { SmallDisk } from "./small-disk.ts";

const CLOCK_STEP = pathToFileURL(join(import.meta.dirname, "clock-step.ts")).href;
export const ORIGIN = "crash.example";
/** The directory with the planted keys, which the configuration names and the search leaves out. */
export const SECRETS = "secrets";

/** A daemon that runs. */
export interface RunningDaemon {
  readonly url: string;
  /** Sends a signal and settles when the process has ended. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** A temporary directory with a configuration, a ledger, keys and the log of the daemons that run in it one after the other. */
export class DaemonHome {
  readonly root = mkdtempSync(join(tmpdir(), "abp-crash-"));
  readonly receipts = join(this.root, "receipts");
  readonly disk: SmallDisk | undefined;
  readonly #upstream: string;
  readonly #running = new Set<ChildProcess>();

  constructor(upstream: string) {
    this.#upstream = upstream;
    for (const name of ["receipts", "home", SECRETS]) mkdirSync(join(this.root, name), { mode: 0o700 });
    for (const { name, token } of CALLER_KEYS) this.#write(`${SECRETS}/${name}`, token);
    this.#write(`${SECRETS}/engine`, CANARIES.engineKey);
    this.disk = SmallDisk.mount(this.receipts);
  }

  /** Starts a daemon as a seed says, or a plain one. `startedAt` is when the load begins, for the clock. */
  async start(schedule?: Schedule): Promise<RunningDaemon> {
    this.#write("backplane.toml", this.#toml(schedule?.workers ?? 1));
    const step = schedule?.clockStep;
    const env = step === undefined ? {} : clockEnvironment(step);
    const log = openSync(join(this.root, "daemon.log"), "a");
    const child = this.#spawn(["up", "--port", "0", "--json"], env, ["ignore", "pipe", log]);
    closeSync(log);
    const ended = new Promise<number | null>((done) => child.on("exit", (code) => done(code)));
    const url = await new Promise<string>((listening, reject) => {
      let out = "";
      child.stdout!.on("data", (chunk: Buffer) => {
        out += chunk.toString();
        const found = /"url":\s*"([^"]+)"/.exec(out)?.[1];
        if (found !== undefined) listening(found);
      });
      void ended.then((code) => reject(new Error(`the daemon ended with ${code}: ${this.#lastLogLine()}`)));
    });
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    return { url, end };
  }

  /** Runs one command to its end. */
  run(argv: readonly string[], env: Record<string, string> = {}): Promise<CommandEnd> {
    return collectOutput(this.#spawn(argv, env, ["ignore", "pipe", "pipe"]));
  }

  /** The public keys that signed, as the daemon stores them. */
  readKeySet(): unknown {
    return JSON.parse(readFileSync(join(this.root, "home/data/keys/keys.json"), "utf8"));
  }

  /** Ends what still runs and removes everything. */
  close(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    this.disk?.unmount();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }

  #toml(workers: number): string {
    const keys = CALLER_KEYS.map(({ name, tenant }) => {
      const line = tenant === "default" ? "" : `tenant = "${tenant}"\n`;
      return `[keys.${name}]\n${line}token_file = "${join(this.root, SECRETS, name)}"\n`;
    });
    const engines = ["openai", "claude"].map(
      (dialect) =>
        `[engines.up-${dialect}]\ndialect = "${dialect}"\nbase_url = "${this.#upstream}"\n` +
        `api_key_file = "${join(this.root, SECRETS, "engine")}"\n`,
    );
    return [
      `log_level = "debug"\nlog_format = "json"\nreceipts_dir = "${this.receipts}"\n`,
      `[receipts]\norigin = "${ORIGIN}"\n[gateway]\nworkers = ${workers}\n[engines.sim]\npreset = "sim"\n`,
      ...engines,
      ...keys,
    ].join("");
  }

  #spawn(
    argv: readonly string[],
    env: Record<string, string>,
    stdio: ("ignore" | "pipe" | number)[],
  ): ChildProcess {
    const child = startAbp(this.root, argv, env, stdio);
    this.#running.add(child);
    child.on("exit", () => this.#running.delete(child));
    return child;
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.root, name), text, { mode: 0o600 });
  }

  #lastLogLine(): string {
    return readFileSync(join(this.root, "daemon.log"), "utf8").trimEnd().split("\n").at(-1) ?? "";
  }
}

/** The usual time from the start of the process to the first call. */
const START_MS = 700;

function clockEnvironment({ afterMs, byMs }: NonNullable<Schedule["clockStep"]>): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${CLOCK_STEP}`,
    CRASH_CLOCK_AT: String(Date.now() + START_MS + afterMs),
    CRASH_CLOCK_BY: String(byMs),
  };
}
