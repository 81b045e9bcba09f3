import type { Config } from "../../config/index.ts";
import type { Receipt } from "../../contract/index.ts";
import type { RunGateway } from "../../runtime/index.ts";
import { serveRuns } from "../../server/index.ts";
import type { Store } from "../../storage/index.ts";
import { requireEngine } from "../choice/required-engine.ts";
import type { RunHost } from "../run-host.ts";

/** The key on whose behalf a run works, and the tenant whose log gets the receipts of its calls. */
export interface RunHolder {
  readonly tenant: string;
  readonly name: string;
}

/** A gateway that reports the calls of its runs while they go on. */
export interface WatchedGateway extends RunGateway {
  /** Calls `listener` with the receipt of each call of a run. */
  watch(runId: string, listener: (receipt: Receipt) => void): void;
}

/** A gateway in this process, for runs alone. */
export interface OpenedRunGateway {
  /** The gateway as the runs of one holder call it. */
  gatewayOf(holder: RunHolder): WatchedGateway;
  /** Replaces the keys on whose behalf runs may work. */
  replaceKeys(keys: Config["keys"]): void;
  close(): Promise<void>;
}

/** Starts a gateway that only runs of this process can call. `engine` receives all of their calls. */
export async function openRunGateway(
  { env, warn }: Pick<RunHost, "env" | "warn">,
  config: Config,
  store: Store,
  engine: string | undefined,
  keys: Config["keys"] = {},
): Promise<OpenedRunGateway> {
  requireEngine(config, engine);
  const own: Config = {
    ...config,
    gateway: { ...config.gateway, workers: 1 },
    ...(engine === undefined ? {} : { default_engine: engine, routes: {} }),
  };
  const listeners = new Map<string, (receipt: Receipt) => void>();
  const onReceipt = (receipt: Receipt) => listeners.get(receipt.observed?.call?.parent_run ?? "")?.(receipt);
  const serving = await serveRuns({ config: own, keys, store, env, report: warn, onReceipt });
  return {
    gatewayOf: ({ tenant, name }) => ({
      baseUrl: serving.url,
      ...(engine === undefined ? {} : { engine }),
      dialectOf: (model) => serving.dialectOf({ model: model ?? undefined, engine }),
      openRun: (request) => serving.openRun({ ...request, engine, tenant, name }),
      watch: (runId, listener) => void listeners.set(runId, listener),
    }),
    replaceKeys: (others) => serving.replaceKeys(others),
    close: () => serving.stop(),
  };
}
