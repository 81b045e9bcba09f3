import { join } from "node:path";
import { type Config, resolvePaths } from "../config/index.ts";
import { uuidV7 } from "../lib/index.ts";
import type { Store, SubmittedRun } from "../storage/index.ts";
import { ApprovalDesk } from "./approvals/approval-desk.ts";
import { RunPlace } from "./place/run-place.ts";
import type { RunHost } from "./run-host.ts";
import { Runner } from "./runner.ts";
import { ArchiveStore } from "./sources/archive/archive-store.ts";
import { SourceDesk } from "./sources/source-desk.ts";

const MEBIBYTE = 1024 * 1024;

/** Where the files of submissions are kept and checked. Each thread of a daemon may open its own. */
export interface OpenedSources {
  readonly archives: ArchiveStore;
  readonly desk: SourceDesk;
}

/** Opens what checks submissions and keeps uploaded archives. It touches no file before it is asked for something. */
export function openSources({ env, home }: Pick<RunHost, "env" | "home">, config: Config): OpenedSources {
  const { state } = resolvePaths(env, home);
  const { max_source_mb, max_source_entries } = config.runs;
  const limits = { maxBytes: max_source_mb * MEBIBYTE, maxEntries: max_source_entries };
  const archives = new ArchiveStore(join(state, "archives"), limits);
  return { archives, desk: new SourceDesk({ config, directory: join(state, "sources"), archives }) };
}

/** Opens what asks people for approvals. Each thread that serves model calls may open its own. */
export function openApprovals(
  { now, random }: Pick<RunHost, "now" | "random">,
  config: Pick<Config, "runs">,
  store: Pick<Store, "approvals">,
): ApprovalDesk {
  return new ApprovalDesk({
    store: store.approvals,
    now,
    newId: () => uuidV7(now().getTime(), random(10)),
    timeoutMs: config.runs.approval_timeout_secs * 1000,
  });
}

/** What a runner is opened with. */
export interface RunnerOptions {
  readonly host: RunHost;
  readonly config: Config;
  /** The caller closes it after the runner has stopped. */
  readonly store: Store;
  /** The keys on whose behalf runs work, those that were made at run time included. */
  readonly keys: Config["keys"];
  /** Throws `access_denied` if the key that submitted a run is gone, or may submit none any more. */
  readonly checkKey: (run: SubmittedRun) => void;
  /** By default, questions are put into the store. */
  readonly approvals?: ApprovalDesk;
  /** Whether the approvals that an earlier process left open are expired already. */
  readonly hasExpired?: boolean;
}

/** A runner with what it was opened on. */
export interface OpenedRunner {
  readonly runner: Runner;
  /** Replaces the keys on whose behalf runs work. */
  replaceKeys(keys: Config["keys"]): Promise<void>;
  /** Begins to take runs, and removes what a killed process left. */
  start(): Promise<void>;
  /** Stops as `Runner.stop` does, then closes the gateway of the runs. */
  stop(deadline: AbortSignal): Promise<void>;
}

/** Opens the runner of a daemon: its gateway, its sources and its approvals. It takes no run before it is started. */
export function openRunner(options: RunnerOptions): OpenedRunner {
  const { host, config, store, keys, checkKey } = options;
  const approvals = options.approvals ?? openApprovals(host, config, store);
  const sources = openSources(host, config);
  const place = new RunPlace(host, config, {
    ...{ hasLog: true, isShared: true, keys },
    openStore: async () => store,
  });
  const runner = new Runner({
    ...{ host, config, store, place, checkKey },
    approvals: {
      decided: (approvalId) => approvals.decided(approvalId),
      expireAll: async () => (options.hasExpired === true ? 0 : approvals.expireAll()),
    },
    approverOf: ({ tenant, owner, keyName }) => approvals.approverOf({ tenant, owner, keyName }),
    openSource: (submission, run, signal) => sources.desk.open(submission, run, signal),
  });
  return {
    runner,
    replaceKeys: (others) => place.replaceKeys(others),
    start: async () => {
      await sources.desk.sweep();
      await sources.archives.sweep(host.now());
      await runner.start();
    },
    stop: async (deadline) => {
      await runner.stop(deadline);
      await place.close();
    },
  };
}
