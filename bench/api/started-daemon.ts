import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A daemon of this checkout, as `abp up` starts it. */
export interface StartedDaemon {
  readonly url: string;
  /** The admin key of the machine. */
  readonly token: string;
  /** From the start of the process until it answered that it is ready. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts a daemon with a home of its own. */
export async function startBenchDaemon(home: string): Promise<StartedDaemon> {
  mkdirSync(home, { recursive: true });
  const program = join(import.meta.dirname, "../../bin/abp.js");
  const start = performance.now();
  const env = { ...process.env, HOME: home, ABP_HOME: home };
  const child = spawn(process.execPath, [program, "up", "--port", "0", "--quiet"], {
    ...{ cwd: home, env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // A daemon that is left behind would keep this process alive.
  process.once("exit", () => child.kill("SIGKILL"));
  child.unref();
  const notice = join(home, "state/daemon.json");
  while (!existsSync(notice)) {
    if (child.exitCode !== null) throw new Error(`the daemon ended with status ${child.exitCode}`);
    await pause(5);
  }
  const { url } = JSON.parse(readFileSync(notice, "utf8")) as { url: string };
  while ((await fetch(`${url}/readyz`)).status !== 200) await pause(5);
  const readyMs = performance.now() - start;
  return {
    url,
    token: readFileSync(join(home, "state/admin-token"), "utf8").trim(),
    readyMs,
    stop: async () => {
      child.ref();
      child.kill("SIGTERM");
      await ended;
    },
  };
}
