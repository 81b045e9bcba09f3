import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunReply, RunRequest } from "./runner-message.ts";

const ENTRY = fileURLToPath(new URL("./runner-process.ts", import.meta.url));
const START_TIMEOUT_MS = 300_000;

/** Runs tests in a process of its own, which is killed and started again when a mutant makes it hang. */
export class TestRunner {
  readonly #root: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor(root: string, environment: NodeJS.ProcessEnv) {
    this.#root = root;
    this.#environment = environment;
  }

  /** Runs tests in order up to the first failure; undefined when they take longer than `timeoutMs` or the process dies. */
  async run(request: RunRequest, timeoutMs: number): Promise<RunReply | undefined> {
    const child = await this.#start();
    const signal = AbortSignal.timeout(timeoutMs);
    child.send(request);
    const reply = await nextMessage(child, signal);
    if (reply === undefined) {
      this.stop();
      return undefined;
    }
    return reply as RunReply;
  }

  /** Ends the process and all that its tests have started. */
  stop(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      child.kill("SIGKILL"); // The group is gone already.
    }
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    const child = spawn(process.execPath, [ENTRY], {
      cwd: this.#root,
      env: this.#environment,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      detached: true,
    });
    this.#child = child;
    const ready = await nextMessage(child, AbortSignal.timeout(START_TIMEOUT_MS));
    if (ready === undefined) throw new Error("vitest does not start in the copy of the repository");
    return child;
  }
}

/** The next message of a process; undefined when it ends or the signal aborts first. */
async function nextMessage(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  const listening = new AbortController();
  const either = AbortSignal.any([signal, listening.signal]);
  try {
    return await Promise.race([
      once(child, "message", { signal: either }).then(([message]) => message as unknown),
      once(child, "exit", { signal: either }).then(() => undefined),
    ]);
  } catch {
    return undefined; // The signal is the only reason why waiting fails.
  } finally {
    listening.abort();
  }
}
