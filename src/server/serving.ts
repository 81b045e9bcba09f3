import { randomBytes } from "node:crypto";
import type { Config } from "../config/index.ts";
import type { Receipt } from "../contract/index.ts";
import { type OpenedGateway, openGateway } from "../gateway/index.ts";
import type { Store } from "../storage/index.ts";
import type { Log, LogSettings } from "../telemetry/index.ts";
import type { ControlServer } from "./context/control.ts";
import { logFailures, type Report } from "./failure-report.ts";
import { startServer } from "./listening/server.ts";

/** The serving part of a daemon: in one thread or in many. */
export interface Serving {
  readonly url: string;
  replaceKeys(keys: Config["keys"]): void;
  /** Lets calls finish; settles when everything is closed but the store. */
  stop(): Promise<void>;
}

/** Options of the serving part. */
export interface ServingOptions {
  readonly config: Config;
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly port: number;
  /** The owner's key; undefined if the configuration has keys. */
  readonly token: string | undefined;
  /** The SHA-256 of the machine's admin key; undefined for a daemon that serves a single command. */
  readonly adminTokenSha256?: string | undefined;
  readonly onReceipt?: ((receipt: Receipt, tenant: string) => void) | undefined;
  /** Makes the control API on the gateway of the thread; without it there is none. */
  readonly control?: ((gateway: OpenedGateway) => ControlServer) | undefined;
  /** Takes failures besides the log. */
  readonly report: Report;
  readonly log?: Log | undefined;
  /** For serving threads, which open logs of their own. */
  readonly logSettings?: LogSettings | undefined;
}

/** Serves in this thread; settles when the server listens. */
export async function serveInOneThread(
  options: ServingOptions,
): Promise<Serving & Pick<OpenedGateway, "openRun" | "dialectOf">> {
  const { config, store, env, port, token, adminTokenSha256, onReceipt, report, log } = options;
  const gateway = openGateway({ config, store, env, token, adminTokenSha256, onReceipt, report, log });
  try {
    const server = await startServer({
      gateway,
      address: config.bind_address,
      port,
      limits: config.gateway,
      random: randomBytes,
      now: Date.now,
      health: () => store.health(),
      control: options.control?.(gateway),
      report: logFailures(log, report),
      log,
    });
    return {
      url: server.url,
      openRun: (request) => gateway.openRun(request),
      dialectOf: (question) => gateway.dialectOf(question),
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
