import { randomBytes } from "node:crypto";
import type { Config } from "../config/index.ts";
import { type GatewayAccount, openGateway, type RunAccountRequest } from "../gateway/index.ts";
import type { Store } from "../storage/index.ts";
import type { Report } from "./failure-report.ts";
import { startServer } from "./server/server.ts";

/** Options of a gateway for runs. */
export interface RunServingOptions {
  readonly config: Config;
  /** The store of the runs. It gets the receipts of their calls too. The caller closes it. */
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
}

/** A gateway that serves the model calls of runs in this process, and of nobody else. */
export interface RunServing {
  readonly url: string;
  openRun(request: RunAccountRequest): GatewayAccount;
  /** Ends the calls that go on; settles when every receipt is durable. */
  stop(): Promise<void>;
}

/** Serves runs on a free loopback port; settles when the server listens. No key of the configuration is accepted. */
export async function serveRuns({ config, store, env, report }: RunServingOptions): Promise<RunServing> {
  const gateway = openGateway({ config: { ...config, keys: {} }, store, env, report });
  try {
    const server = await startServer({
      gateway,
      address: "127.0.0.1",
      port: 0,
      limits: config.gateway,
      random: randomBytes,
      now: Date.now,
      health: () => store.health(),
      report,
    });
    return {
      url: server.url,
      openRun: (request) => gateway.openRun(request),
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
