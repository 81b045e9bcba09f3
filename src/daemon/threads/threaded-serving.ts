import { randomBytes } from "node:crypto";
import { MessageChannel } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import type { ControlContext, KeyDesk, RunDesk } from "../../control/index.ts";
import { LOCAL_ADMIN_NAME, OWNER_NAME } from "../../gateway/index.ts";
import { packageFile } from "../../lib/package-file.ts";
import {
  claimPort,
  KeySlotTable,
  logFailures,
  type Serving,
  type ServingOptions,
} from "../../server/index.ts";
import { serveDesk } from "../control-api/desk-port.ts";
import { serveKeys } from "../keys/key-port.ts";
import { type ServingThreads, startThreads } from "./serving-threads.ts";
import type { ThreadServerData } from "./thread-server.ts";

const ENTRY = packageFile("src/daemon/threads/gateway-thread.ts");
/** Extra time for a thread to close after its calls were ended, before it is terminated. */
const CLOSE_TIMEOUT_MS = 5000;

export interface ThreadedServingOptions extends ServingOptions {
  /** Runs work orders in this thread, for the control API of all threads. */
  readonly desk?: RunDesk | undefined;
  /** For the control API. */
  readonly settings?: ControlContext["settings"];
  /** Reads the keys of the store when a thread has changed them. */
  readonly keyDesk: Pick<KeyDesk, "changed">;
}

/**
 * Serves in `gateway.workers` threads that share one port; settles when all of them listen. Tests pass another way to
 * start the threads.
 */
export async function serveInThreads(
  options: ThreadedServingOptions,
  start = startThreads,
): Promise<Serving> {
  const { config, store, env, token, adminTokenSha256, desk, keyDesk, settings = [] } = options;
  const { report, log, logSettings } = options;
  const claim = await claimPort(config.bind_address, options.port);
  const slots = new KeySlotTable(config.gateway.workers);
  const uploadSecret = randomBytes(32);
  let { keys } = config;
  assignColumns(slots, keys);
  const replaceOrder = () => ({ kind: "replace_keys" as const, keys, columns: slots.columns });
  let threads: ServingThreads;
  try {
    threads = await start({
      count: config.gateway.workers,
      entry: ENTRY,
      start: (index) => {
        const { data: share, transferList } = store.share();
        const ports = desk === undefined ? undefined : new MessageChannel();
        if (desk !== undefined && ports !== undefined) serveDesk(desk, ports.port1, logFailures(log, report));
        const keyPorts = new MessageChannel();
        serveKeys(keyDesk, keyPorts.port1, replaceOrder);
        const data: ThreadServerData = {
          config: { ...config, keys },
          settings,
          store: share,
          env: { ...env },
          token,
          adminTokenSha256,
          port: claim.port,
          uploadSecret,
          logSettings,
          deskPort: ports?.port2,
          keyPort: keyPorts.port2,
          slots: { memory: slots.memory, row: index, columns: slots.columns },
        };
        const moved = [...transferList, keyPorts.port2];
        return { data, transferList: ports === undefined ? moved : [...moved, ports.port2] };
      },
      stopTimeoutMs: config.gateway.drain_timeout_secs * 1000 + CLOSE_TIMEOUT_MS,
      onCrash: (index, error) => {
        slots.clearRow(index);
        logFailures(log, report)(`Serving thread ${index} ended and will be started again.`, error);
      },
      // The thread has logged it.
      onReport: (index, message, error) => report(`Serving thread ${index}: ${message}`, error),
    });
  } catch (error) {
    await claim.release();
    throw error;
  }
  const host = config.bind_address.includes(":") ? `[${config.bind_address}]` : config.bind_address;
  return {
    url: `http://${host}:${threads.port}`,
    replaceKeys: (newKeys) => {
      keys = newKeys;
      assignColumns(slots, keys);
      threads.tell(replaceOrder());
    },
    stop: async () => {
      await threads.stop();
      await claim.release();
    },
  };
}

function assignColumns(slots: KeySlotTable, keys: Config["keys"]): void {
  for (const name of [OWNER_NAME, LOCAL_ADMIN_NAME, ...Object.keys(keys)]) slots.columnOf(name);
}
