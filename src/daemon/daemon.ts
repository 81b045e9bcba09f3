import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import { AbpError, type Receipt } from "../contract/index.ts";
import { openGateway } from "../gateway/index.ts";
import { openStore, type Store } from "../storage/index.ts";
import { countBodiesAsHeap } from "./heap-rule.ts";
import { startServer } from "./http/server.ts";
import type { GatewayThreadData } from "./threads/gateway-thread.ts";
import { startThreads } from "./threads/serving-threads.ts";
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
  /** Told of every receipt; only where the daemon serves in one thread. */
  readonly onReceipt?: (receipt: Receipt, tenant: string) => void;
  readonly report?: (message: string, error: unknown) => void;
}

/** A daemon that listens. */
export interface Daemon {
  readonly url: string;
  /** The owner's key, and the file that holds it; undefined where the configuration names keys of its own. */
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** How many runs an earlier daemon had left open. */
  readonly recovered: number;
  /** Takes other keys in place of those of the configuration: a key that is gone is refused from the next call on. */
  replaceKeys(keys: Config["keys"]): void;
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
  const { config, stateDirectory } = options;
  countBodiesAsHeap();
  const hasKeys = Object.keys(config.keys).length > 0;
  requireKeys(config.bind_address, hasKeys);
  await mkdir(stateDirectory, { recursive: true, mode: 0o700 });
  const token = hasKeys ? undefined : await loadToken(stateDirectory, randomBytes);
  const store = await openStore(config);
  let serving: Serving | undefined;
  try {
    const recovered = await store.recover(() => new Date());
    serving = await (config.gateway.workers > 1 ? serveInThreads : serveHere)(options, store, token);
    const signing = signRegularly(store, config);
    const notice = join(stateDirectory, NOTICE_FILE);
    if (options.isPublic)
      await writeFile(notice, JSON.stringify({ url: serving.url, pid: process.pid }), PRIVATE);
    const { url, replaceKeys, stop } = serving;
    return {
      url,
      token,
      tokenFile: token === undefined ? undefined : join(stateDirectory, TOKEN_FILE),
      recovered,
      replaceKeys: (keys) => {
        const isNone = Object.keys(keys).length === 0;
        if (isNone === hasKeys) {
          throw new AbpError("config_invalid", "the first key and the last one need another start", {
            where: "keys",
            advice: "Stop the daemon and start it again; without keys it makes one of its own.",
          });
        }
        replaceKeys(keys);
      },
      stop: async () => {
        clearInterval(signing);
        if (options.isPublic) await rm(notice, { force: true });
        await stop();
        await store.close();
      },
    };
  } catch (error) {
    await serving?.stop();
    await store.close();
    throw error;
  }
}

interface Serving {
  readonly url: string;
  replaceKeys(keys: Config["keys"]): void;
  stop(): Promise<void>;
}

async function serveHere(
  { config, env, port, onReceipt, report }: DaemonOptions,
  store: Store,
  token: string | undefined,
): Promise<Serving> {
  const gateway = openGateway({
    config,
    store,
    env,
    token,
    onReceipt,
    ...(report === undefined ? {} : { report }),
  });
  try {
    const server = await startServer({
      gateway: gateway,
      address: config.bind_address,
      port: port ?? config.port,
      limits: config.gateway,
      random: randomBytes,
      now: Date.now,
    });
    return {
      url: server.url,
      replaceKeys: (keys) => gateway.replaceKeys(keys),
      stop: async () => {
        await server.stop();
        await gateway.close();
      },
    };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

async function serveInThreads(
  { config, env, port, report }: DaemonOptions,
  store: Store,
  token: string | undefined,
): Promise<Serving> {
  const chosen = port ?? config.port;
  const shared = chosen === 0 ? await findFreePort(config.bind_address) : chosen;
  let current = config;
  const threads = await startThreads({
    count: config.gateway.workers,
    entry: new URL(
      import.meta.url.endsWith(".ts") ? "./threads/gateway-thread.ts" : "./threads/gateway-thread.js",
      import.meta.url,
    ),
    start: () => {
      const { data: share, transferList } = store.share();
      const data: GatewayThreadData = { config: current, store: share, env: { ...env }, token, port: shared };
      return { data, transferList };
    },
    stopTimeoutMs: (config.gateway.drain_timeout_secs + 5) * 1000,
    onCrash: (index, error) => report?.(`serving thread ${index} ended and is started again`, error),
  });
  const host = config.bind_address.includes(":") ? `[${config.bind_address}]` : config.bind_address;
  return {
    url: `http://${host}:${threads.port}`,
    replaceKeys: (keys) => {
      current = { ...config, keys };
      threads.tell({ kind: "replace_keys", keys });
    },
    stop: () => threads.stop(),
  };
}

// All threads must listen on one port, so that it has to be known before the first of them does.
function findFreePort(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, address, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** One signature covers every receipt up to it, so that a crash leaves little unsigned. */
const SIGNING_MS = 30_000;

function signRegularly(store: Store, config: Config): NodeJS.Timeout {
  const tenants = new Set([
    config.receipts.tenant,
    ...Object.values(config.keys).flatMap((key) => key.tenant ?? []),
  ]);
  return setInterval(() => {
    for (const tenant of tenants) {
      // The next time may succeed, and whoever asks for a proof is told what is wrong.
      store
        .ledger(tenant)
        .checkpoint()
        .catch(() => undefined);
    }
  }, SIGNING_MS).unref();
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
