import { randomBytes } from "node:crypto";
import type { Config } from "../config/index.ts";
import type { Receipt } from "../contract/index.ts";
import type { GatewayAccount, OpenedGateway, RunAccountRequest } from "../gateway/index.ts";
import type { Store } from "../storage/index.ts";
import type { Report } from "./failure-report.ts";
import { serveInOneThread } from "./serving.ts";

/** Options of a gateway for runs. */
export interface RunServingOptions {
  readonly config: Config;
  /** The keys on whose behalf runs may work: their engines and policies apply. None of their tokens is accepted here. */
  readonly keys?: Config["keys"] | undefined;
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
  /** Replaces the keys on whose behalf runs may work. */
  replaceKeys(keys: Config["keys"]): void;
  /** Ends the calls that go on; settles when every receipt is durable. */
  stop(): Promise<void>;
}

/** Serves runs on a free loopback port; settles when the server listens. No key of the configuration is accepted. */
export async function serveRuns(options: RunServingOptions): Promise<RunServing> {
  const { config, store, env, report, onReceipt } = options;
  const own = { ...config, keys: withoutTokens(options.keys ?? {}), bind_address: "127.0.0.1" };
  const { url, openRun, dialectOf, replaceKeys, stop } = await serveInOneThread({
    config: own,
    store,
    env,
    port: 0,
    token: undefined,
    onReceipt,
    report,
  });
  return { url, openRun, dialectOf, replaceKeys: (keys) => replaceKeys(withoutTokens(keys)), stop };
}

/** The keys with digests that no token has. */
function withoutTokens(keys: Config["keys"]): Config["keys"] {
  const entries = Object.entries(keys).map(([name, { token: _, ...key }]) => {
    return [name, { ...key, token_sha256: randomBytes(32).toString("hex") }] as const;
  });
  return Object.fromEntries(entries);
}
