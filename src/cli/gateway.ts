import { type Config, resolvePaths, type ShownValue } from "../config/index.ts";
import { AbpError, ALL_TENANTS, type Receipt } from "../contract/index.ts";
import { type Daemon, loadToken, readNotice, startDaemon } from "../daemon/index.ts";
import { openStore } from "../storage/index.ts";
import type { Log, LogSettings } from "../telemetry/index.ts";
import { ReceiptFollower } from "./agents/index.ts";
import { daemonWarning } from "./display/daemon-warning.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Settings of a daemon that are not in the configuration. */
export interface DaemonSettings {
  readonly port?: number;
  /** Whether other commands shall find this daemon. */
  readonly isPublic: boolean;
  /** The values of the configuration with their origins, for the control API. */
  readonly settings?: readonly ShownValue[];
  /** Without a log, failures are printed on standard error. */
  readonly log?: Log;
  readonly logSettings?: LogSettings;
  /** Called with every receipt; only if the daemon serves in one thread. */
  readonly onReceipt?: (receipt: Receipt) => void;
}

/** The URL of the running daemon, and a key to call it with. */
export interface GatewayPlace {
  readonly baseUrl: string;
  readonly token: string;
}

/** A gateway for one command. */
export interface OpenedGateway extends GatewayPlace {
  /** Every receipt of the command's calls has been reported when this settles. */
  close(): Promise<void>;
}

/** What a gateway is opened for. */
export interface GatewayUse {
  /** The engine for all calls that name no engine. */
  readonly engine?: string;
  /** The run that the command's calls belong to. */
  readonly runId: string;
  /** Called for each of these calls when it has been recorded. */
  readonly onReceipt: (receipt: Receipt) => void;
}

/** Starts a daemon in this process. */
export async function openDaemon(
  terminal: Terminal,
  config: Config,
  settings: DaemonSettings,
): Promise<Daemon> {
  const { host } = terminal;
  return startDaemon({
    config,
    stateDirectory: resolvePaths(host.env, host.home).state,
    env: host.env,
    ...settings,
    ...(settings.log === undefined ? { report: daemonWarning(terminal) } : {}),
  });
}

/** Finds the URL of the running daemon, and the key to call it with. Throws `daemon_not_running`. */
export async function findGateway(terminal: Terminal, config: Config): Promise<GatewayPlace> {
  const { host } = terminal;
  const { state } = resolvePaths(host.env, host.home);
  const baseUrl = await findRunning(state);
  if (baseUrl === undefined)
    throw new AbpError("daemon_not_running", "no daemon of yours answers on this machine", {
      where: "abp env",
    });
  return { baseUrl, token: await ownToken(terminal, config) };
}

/** Connects to the running daemon, or starts a gateway in this process on a free loopback port. */
export async function withGateway(
  terminal: Terminal,
  config: Config,
  use: GatewayUse,
): Promise<OpenedGateway> {
  const { host } = terminal;
  const running = await findRunning(resolvePaths(host.env, host.home).state);
  if (running !== undefined && use.engine === undefined) return joinDaemon(terminal, config, running, use);
  const own: Config = {
    ...config,
    bind_address: "127.0.0.1",
    // Only a daemon with one thread reports its receipts.
    gateway: { ...config.gateway, workers: 1 },
    ...(use.engine === undefined ? {} : { default_engine: use.engine, routes: {} }),
  };
  const daemon = await openDaemon(terminal, own, {
    port: 0,
    isPublic: false,
    onReceipt: (receipt) => {
      if (receipt.observed?.call?.parent_run === use.runId) use.onReceipt(receipt);
    },
  });
  return { baseUrl: daemon.url, token: daemon.token ?? firstKey(config).token, close: () => daemon.stop() };
}

/** Uses a daemon of another process, whose receipts are read from the log that it writes. */
async function joinDaemon(
  terminal: Terminal,
  config: Config,
  baseUrl: string,
  { runId, onReceipt }: GatewayUse,
): Promise<OpenedGateway> {
  const hasKeys = Object.keys(config.keys).length > 0;
  const { tenant = config.receipts.tenant } = hasKeys ? firstKey(config) : {};
  const store = await openStore(config, { mode: "read" });
  try {
    const follower = await ReceiptFollower.start(store.ledger(tenant), runId, onReceipt);
    return {
      baseUrl,
      token: await ownToken(terminal, config),
      close: async () => {
        try {
          await follower.stop();
        } finally {
          await store.close();
        }
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

// A daemon that was killed leaves its notice behind, so the URL is checked.
async function findRunning(stateDirectory: string): Promise<string | undefined> {
  const notice = await readNotice(stateDirectory);
  if (notice === undefined) return undefined;
  try {
    const answer = await fetch(`${notice.url}/healthz`, { signal: AbortSignal.timeout(1000) });
    return answer.ok ? notice.url : undefined;
  } catch {
    return undefined; // Nothing listens there any more.
  }
}

async function ownToken({ host }: Terminal, config: Config): Promise<string> {
  if (Object.keys(config.keys).length > 0) return firstKey(config).token;
  return loadToken(resolvePaths(host.env, host.home).state, host.random);
}

function firstKey(config: Config): { readonly token: string; readonly tenant?: string | undefined } {
  // Agents get it, so it may do nothing but call models.
  for (const { token, tenant, roles = ["caller"] } of Object.values(config.keys))
    if (token !== undefined && tenant !== ALL_TENANTS && roles.every((role) => role === "caller"))
      return { token, tenant };
  throw new AbpError(
    "config_invalid",
    "every configured key has only a digest, or may do more than call models, so this command has no key",
    {
      where: "keys",
      advice: "Add a key with a `token` (from a variable or a file) and the role `caller` for this machine.",
    },
  );
}
