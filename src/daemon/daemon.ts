import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import { AbpError, type Receipt, tokenDigest } from "../contract/index.ts";
import type { ControlContext } from "../control/index.ts";
import {
  logFailures,
  type Report,
  type Serving,
  type ServingOptions,
  serveInOneThread,
} from "../server/index.ts";
import { makePrivateDirectory, openStore, type Store, useDirectory } from "../storage/index.ts";
import type { Log, LogSettings } from "../telemetry/index.ts";
import { CheckpointTimer, tenantsOf } from "./checkpoint-timer.ts";
import { controlOfThread } from "./control-api/control-of-thread.ts";
import { removeNotice, writeNotice } from "./daemon-notice.ts";
import { tuneGarbageCollection } from "./garbage-collection.ts";
import { DaemonKeys } from "./keys/daemon-keys.ts";
import { explainStart } from "./running-daemon.ts";
import { DaemonRuns } from "./runs/daemon-runs.ts";
import { serveInThreads, type ThreadedServingOptions } from "./threads/threaded-serving.ts";
import { ADMIN_TOKEN_FILE, loadToken, requireKeys, TOKEN_FILE } from "./token.ts";
import { limitYoungGeneration } from "./young-generation.ts";

export interface DaemonOptions {
  readonly config: Config;
  /** The values of the configuration with their origins, for the control API. */
  readonly settings?: ControlContext["settings"];
  /** The directory of the daemon's token and of its notice. */
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Overrides the configured port; 0 takes any that is free. */
  readonly port?: number;
  /** Whether other commands shall find this daemon, and it runs work orders; false for one that serves a single command. */
  readonly isPublic: boolean;
  /** Called with every receipt; only if the daemon serves in one thread. */
  readonly onReceipt?: (receipt: Receipt, tenant: string) => void;
  /** Called for failures of all threads that no caller gets to see. The logs get them too. */
  readonly report?: Report;
  /** The log of this thread. */
  readonly log?: Log;
  /** With several workers: the settings of the logs that the serving threads open on standard error. */
  readonly logSettings?: LogSettings;
}

/** A daemon that listens. */
export interface Daemon {
  readonly url: string;
  /** The owner's key, and the file that holds it; undefined if the configuration has keys. */
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** The number of runs that an earlier daemon left open. */
  readonly recovered: number;
  /**
   * Replaces the keys of the configuration. A removed key is refused from the next call on. Without any
   * key left, every call is refused. Throws `config_invalid` when the first key would be added.
   */
  replaceKeys(keys: Config["keys"]): void;
  /** Lets calls finish up to `drain_timeout_secs`; settles when everything is closed. */
  stop(): Promise<void>;
}

/** The parts that a daemon starts; tests pass fakes. */
export interface DaemonParts {
  readonly openStore: (config: Config) => Promise<Store>;
  readonly serveInOneThread: (options: ServingOptions) => Promise<Serving>;
  readonly serveInThreads: (options: ThreadedServingOptions) => Promise<Serving>;
}

const REAL_PARTS: DaemonParts = { openStore, serveInOneThread, serveInThreads };

/** Starts the store, the gateway and the server; settles when the daemon listens. */
export async function startDaemon(options: DaemonOptions, parts = REAL_PARTS): Promise<Daemon> {
  const { config, stateDirectory, env, onReceipt, log, logSettings } = options;
  const report = options.report ?? (() => undefined);
  const hasKeys = Object.keys(config.keys).length > 0;
  await useDirectory(stateDirectory, "ABP_HOME", () => makePrivateDirectory(stateDirectory));
  const token = hasKeys ? undefined : await loadToken(stateDirectory, randomBytes);
  // Only commands that look for a running daemon need it.
  const adminToken = options.isPublic
    ? await loadToken(stateDirectory, randomBytes, ADMIN_TOKEN_FILE)
    : undefined;
  const failed = logFailures(log, report);
  const store = await parts.openStore(config);
  let serving: Serving | undefined;
  let keys: DaemonKeys | undefined;
  let runs: DaemonRuns | undefined;
  try {
    keys = await DaemonKeys.load({ store: store.accessKeys, configured: config.keys, report: failed });
    requireKeys(config.bind_address, hasKeys || keys.hasMade);
    const recovered = await store.recover(() => new Date());
    const serve = config.gateway.workers > 1 ? parts.serveInThreads : parts.serveInOneThread;
    const port = options.port ?? config.port;
    const { settings = [] } = options;
    const known = keys;
    const desk = options.isPublic
      ? new DaemonRuns({ config, store, env, keys: () => known.all(), report: failed, log })
      : undefined;
    runs = desk;
    const control = controlOfThread({ config, settings, store, env, keys, desk, report: failed, log });
    const adminTokenSha256 = tokenDigest({ token: adminToken });
    const withKeys = { ...config, keys: keys.all() };
    const shared = { config: withKeys, store, env, port, token, onReceipt, report, log, logSettings };
    serving = await serve({ ...shared, adminTokenSha256, control, desk, settings, keyDesk: keys });
    await desk?.start();
    const { url, replaceKeys, stop } = serving;
    if (options.isPublic) {
      const notice = { url, pid: process.pid };
      await useDirectory(stateDirectory, "ABP_HOME", () => writeNotice(stateDirectory, notice));
    }
    const checkpoints = new CheckpointTimer(store, failed);
    checkpoints.add(tenantsOf(config, keys.all()));
    known.watch((all) => {
      checkpoints.add(tenantsOf(config, all));
      replaceKeys(all);
      desk?.replaceKeys(all);
      log?.info("replaced the keys", { keys: Object.keys(all) });
    });
    tuneGarbageCollection();
    // Serving threads have a limit from their start.
    const stopLimit = config.gateway.workers > 1 ? undefined : limitYoungGeneration();
    log?.info("started", { url, workers: config.gateway.workers, recovered });
    return {
      url,
      token,
      tokenFile: token === undefined ? undefined : join(stateDirectory, TOKEN_FILE),
      recovered,
      replaceKeys: (configured) => {
        requireSameKind(hasKeys, configured);
        known.replaceConfigured(configured);
      },
      stop: async () => {
        log?.info("stopping", { url });
        checkpoints.stop();
        known.close();
        stopLimit?.();
        if (options.isPublic) await removeNotice(stateDirectory);
        // Runs that go on get as long as calls do.
        await Promise.all([
          stop(),
          desk?.stop(AbortSignal.timeout(config.gateway.drain_timeout_secs * 1000)),
        ]);
        await store.close();
        log?.info("stopped", { url });
      },
    };
  } catch (error) {
    keys?.close();
    await serving?.stop();
    await runs?.stop(AbortSignal.abort());
    await store.close();
    throw await explainStart(error, stateDirectory, options.port ?? config.port);
  }
}

// A daemon without keys has made one of its own at the start, which its user goes on using. A daemon with keys whose last
// key is removed refuses every call: a removed key must never stay valid.
function requireSameKind(hasKeys: boolean, keys: Config["keys"]): void {
  if (hasKeys || Object.keys(keys).length === 0) return;
  throw new AbpError("config_invalid", "The first key cannot be added while the daemon runs.", {
    where: "keys",
    advice: "Restart the daemon.",
  });
}
