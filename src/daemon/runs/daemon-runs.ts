import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { RunDesk } from "../../control/index.ts";
import { LOCAL_ADMIN_NAME } from "../../gateway/index.ts";
import type { OpenedRunner } from "../../runner/index.ts";
import type { Report } from "../../server/index.ts";
import type { Store, SubmittedRun } from "../../storage/index.ts";
import { type DaemonHost, runHostOf } from "./run-host.ts";

/** What the runs of a daemon are opened on. */
export interface DaemonRunsOptions extends DaemonHost {
  readonly config: Config;
  readonly store: Store;
  /** All keys of the daemon, those that were made at run time included. */
  readonly keys: () => Config["keys"];
  readonly report: Report;
}

/**
 * The submitted runs of a daemon. What executes them is loaded when the first one waits, because most daemons serve model calls alone.
 */
export class DaemonRuns implements RunDesk {
  readonly #options: DaemonRunsOptions;
  #opening: Promise<OpenedRunner> | undefined;
  #isStopping = false;

  constructor(options: DaemonRunsOptions) {
    this.#options = options;
  }

  /** Expires the approvals of an earlier process, and goes on with the runs that it left waiting. */
  async start(): Promise<void> {
    const { store } = this.#options;
    await store.approvals.expireAll(new Date());
    if ((await store.runs.pendingCounts()).size > 0) this.wake();
  }

  wake(): void {
    this.#use(({ runner }) => runner.wake());
  }

  cancel(runId: string, reason: string): void {
    this.#use(({ runner }) => runner.cancel(runId, reason));
  }

  async steer(runId: string, text: string): Promise<boolean> {
    return (await this.#open()).runner.steer(runId, text);
  }

  decided(approvalId: string): void {
    // Otherwise no run can wait for it.
    if (this.#opening !== undefined) this.#use(({ runner }) => runner.decided(approvalId));
  }

  /** Replaces the keys on whose behalf runs work. */
  replaceKeys(keys: Config["keys"]): void {
    if (this.#opening !== undefined) this.#use((opened) => opened.replaceKeys(keys));
  }

  /** Takes no further run; those that go on are cancelled when `deadline` aborts. */
  async stop(deadline: AbortSignal): Promise<void> {
    this.#isStopping = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.stop(deadline);
  }

  #use(use: (opened: OpenedRunner) => void | Promise<void>): void {
    this.#open()
      .then(use)
      .catch((error: unknown) => {
        if (!this.#isStopping) this.#options.report("The runner of work orders failed.", error);
      });
  }

  #open(): Promise<OpenedRunner> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      // The next request tries it again.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #load(): Promise<OpenedRunner> {
    if (this.#isStopping) throw new AbpError("shutting_down", "The daemon is stopping.");
    const { config, store, keys } = this.#options;
    const { openRunner } = await import("../../runner/index.ts");
    const host = runHostOf(this.#options);
    const opened = openRunner({
      ...{ host, config, store, keys: keys(), hasExpired: true },
      checkKey: (run) => requireSubmitter(run, keys()),
    });
    await opened.start();
    return opened;
  }
}

/** Throws `access_denied` if the key of a run is gone, or may submit none any more. */
function requireSubmitter({ keyName }: SubmittedRun, keys: Config["keys"]): void {
  if (keyName === LOCAL_ADMIN_NAME) return;
  const roles = (Object.hasOwn(keys, keyName) ? keys[keyName] : undefined)?.roles ?? [];
  if (roles.some((role) => role === "operator" || role === "admin")) return;
  throw new AbpError("access_denied", `the key ${keyName} may submit no runs any more`);
}
