import type { Config } from "../config/index.ts";
import type { Receipt } from "../contract/index.ts";
import type { GatewayAccount, OpenedGateway, RunAccountRequest } from "../gateway/index.ts";
import type { Store } from "../storage/index.ts";
import type { Report } from "./failure-report.ts";
import { serveInOneThread } from "./serving.ts";

/** Options of a gateway for runs. */
export interface RunServingOptions {
  readonly config: Config;
  /** The store of the runs. It gets the receipts of their calls too. The caller closes it. */
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  /** Called with the receipt of each call. */
  readonly onReceipt?: ((receipt: Receipt) => void) | undefined;
}

/** A gateway that serves the model calls of runs in this process, and of nobody else. */
export interface RunServing {
  readonly url: string;
  openRun(request: RunAccountRequest): GatewayAccount;
  readonly dialectOf: OpenedGateway["dialectOf"];
  /** Ends the calls that go on; settles when every receipt is durable. */
  stop(): Promise<void>;
}

/** Serves runs on a free loopback port; settles when the server listens. No key of the configuration is accepted. */
export async function serveRuns(options: RunServingOptions): Promise<RunServing> {
  const { config, store, env, report, onReceipt } = options;
  const own = { ...config, keys: {}, bind_address: "127.0.0.1" };
  const { url, openRun, dialectOf, stop } = await serveInOneThread({
    config: own,
    store,
    env,
    port: 0,
    token: undefined,
    onReceipt,
    report,
  });
  return { url, openRun, dialectOf, stop };
}
