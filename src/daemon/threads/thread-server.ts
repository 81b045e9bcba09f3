import { randomBytes } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import type { ControlContext } from "../../control/index.ts";
import { openGateway } from "../../gateway/index.ts";
import {
  BodyBudget,
  bodyLimitsOf,
  type KeySlotMemory,
  KeySlots,
  logFailures,
  type Report,
  startServer,
} from "../../server/index.ts";
import { connectStore, type StoreShare } from "../../storage/index.ts";
import { type LogFile, type LogSettings, openLogFile } from "../../telemetry/index.ts";
import { controlOfThread } from "../control-api/control-of-thread.ts";
import { remoteDesk } from "../control-api/desk-port.ts";
import { remoteKeys } from "../keys/key-port.ts";
import type { ThreadServer } from "./serving-thread.ts";

/** The data that a serving thread is created with. */
export interface ThreadServerData {
  readonly config: Config;
  /** For the control API; none by default. */
  readonly settings?: ControlContext["settings"];
  readonly store: StoreShare;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly token: string | undefined;
  readonly adminTokenSha256?: string | undefined;
  readonly port: number;
  /** Signs the keys of uploads, which go on in any thread. */
  readonly uploadSecret?: Uint8Array;
  /** Undefined if nothing is logged. */
  readonly logSettings: LogSettings | undefined;
  /** Leads to what runs work orders in the main thread; undefined if nothing does. */
  readonly deskPort?: MessagePort | undefined;
  /** Says to the main thread that keys have changed. */
  readonly keyPort: MessagePort;
  readonly slots: {
    readonly memory: KeySlotMemory;
    /** The thread's own row. */
    readonly row: number;
    readonly columns: ReadonlyMap<string, number>;
  };
}

const STANDARD_ERROR = 2;

/** Starts the gateway and the server of one thread, on the store of the process. */
export async function startThreadServer(
  data: ThreadServerData,
  report: Report,
  openLog: (fd: number, settings: LogSettings) => LogFile = openLogFile,
): Promise<ThreadServer> {
  const {
    config,
    settings = [],
    env,
    token,
    adminTokenSha256,
    port,
    slots,
    uploadSecret,
    logSettings,
    deskPort,
    keyPort,
  } = data;
  const file = logSettings === undefined ? undefined : openLog(STANDARD_ERROR, logSettings);
  const log = file?.log;
  const store = connectStore(data.store);
  const gateway = openGateway({
    ...{ config, store, env, token, adminTokenSha256, report, log, uploadSecret },
    sharesPort: true,
  });
  const columns = new Map(slots.columns);
  let { keys: known } = config;
  const replaceKeys: ThreadServer["replaceKeys"] = (order) => {
    for (const [name, column] of order.columns) columns.set(name, column);
    gateway.replaceKeys(order.keys);
    known = order.keys;
  };
  const keys = remoteKeys(keyPort, () => known, replaceKeys);
  const desk = deskPort === undefined ? undefined : remoteDesk(deskPort);
  const failed = logFailures(log, report);
  const server = await startServer({
    gateway,
    address: config.bind_address,
    port,
    limits: config.gateway,
    reusePort: true,
    slots: new KeySlots(slots.memory, slots.row, columns),
    bodies: new BodyBudget(bodyLimitsOf(config.gateway), slots.memory.bodies, slots.row),
    random: randomBytes,
    now: Date.now,
    health: () => store.health(),
    control: controlOfThread({ config, settings, store, env, keys, desk, report: failed, log })(gateway),
    report: failed,
    log,
  });
  return {
    port: server.port,
    replaceKeys,
    stop: async () => {
      await server.stop();
      await gateway.close();
      await store.close();
      await file?.close();
    },
  };
}
