import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import type { Receipt } from "../contract/index.ts";
import { type OpenedGateway, openGateway } from "../gateway/index.ts";
import { KeyStore, SqliteStore } from "../storage/index.ts";
import { type Server, startServer } from "./server.ts";
import { loadToken, requireKeys, TOKEN_FILE } from "./token.ts";

/** What a daemon is started with. */
export interface DaemonOptions {
  readonly config: Config;
  /** Where the daemon keeps its token and says where it listens. */
  readonly stateDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Overrides the configured port; 0 takes any that is free. */
  readonly port?: number;
  /** Whether other commands shall find this daemon; false for one that serves a single command. */
  readonly isPublic: boolean;
  readonly onReceipt?: (receipt: Receipt, tenant: string) => void;
  readonly report?: (message: string, error: unknown) => void;
}

/** A daemon that listens. */
export interface Daemon {
  readonly url: string;
  /** The owner's key, and the file that holds it; undefined where the configuration names keys of its own. */
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly gateway: OpenedGateway;
  /** How many runs an earlier daemon had left open. */
  readonly recovered: number;
  stop(): Promise<void>;
}

/** What a daemon says about itself to other commands. */
export interface DaemonNotice {
  readonly url: string;
  readonly pid: number;
}

const NOTICE_FILE = "daemon.json";
const PRIVATE = { mode: 0o600 };

/** Starts everything that serves: store, gateway and server; settles when it listens. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, stateDirectory, env } = options;
  const hasKeys = Object.keys(config.keys).length > 0;
  requireKeys(config.bind_address, hasKeys);
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
  const token = hasKeys ? undefined : await loadToken(stateDirectory, randomBytes);
  const store = await openStore(config);
  let gateway: OpenedGateway | undefined;
  let server: Server | undefined;
  try {
    const recovered = await store.recover(() => new Date());
    gateway = openGateway({
      config,
      store,
      env,
      token,
      onReceipt: options.onReceipt,
      ...(options.report === undefined ? {} : { report: options.report }),
    });
    server = await startServer({
      door: gateway,
      address: config.bind_address,
      port: options.port ?? config.port,
      limits: config.gateway,
      random: randomBytes,
      now: Date.now,
    });
    const notice = join(stateDirectory, NOTICE_FILE);
    if (options.isPublic)
      await writeFile(notice, JSON.stringify({ url: server.url, pid: process.pid }), PRIVATE);
    const parts = { server, gateway, store };
    return {
      url: server.url,
      token,
      tokenFile: token === undefined ? undefined : join(stateDirectory, TOKEN_FILE),
      gateway,
      recovered,
      stop: async () => {
        if (options.isPublic) await rm(notice, { force: true });
        await stopAll(parts);
      },
    };
  } catch (error) {
    await stopAll({ server, gateway, store });
    throw error;
  }
}

/** The daemon that is running for this state directory, as far as its notice says. */
export async function readNotice(stateDirectory: string): Promise<DaemonNotice | undefined> {
  try {
    return JSON.parse(await readFile(join(stateDirectory, NOTICE_FILE), "utf8")) as DaemonNotice;
  } catch {
    // No notice, or one that is being written: nobody is known to listen.
    return undefined;
  }
}

async function openStore(config: Config): Promise<SqliteStore> {
  const { origin, keys_dir: directory } = config.receipts;
  const keys = new KeyStore(directory, { now: () => new Date(), random: randomBytes });
  if (!(await keys.list()).some((key) => key.status === "in_force")) await keys.create();
  return SqliteStore.open(config.receipts_dir, { origin, key: await keys.signingKey() });
}

async function stopAll(parts: {
  readonly server: Server | undefined;
  readonly gateway: OpenedGateway | undefined;
  readonly store: SqliteStore;
}): Promise<void> {
  await parts.server?.stop();
  await parts.gateway?.close();
  await parts.store.close();
}
