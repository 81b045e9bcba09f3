import type { Config } from "../../../config/index.ts";
import { AbpError, type Receipt } from "../../../contract/index.ts";
import { enginesOf } from "../../../gateway/index.ts";
import { suggest } from "../../../lib/index.ts";
import type { RunGateway } from "../../../runtime/index.ts";
import { serveRuns } from "../../../server/index.ts";
import type { Store } from "../../../storage/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The runs of this machine's user work on behalf of the key that a daemon without configured keys has. */
const CALLER = "owner";

/** A gateway that reports the calls of its runs while they go on. */
export interface WatchedGateway extends RunGateway {
  /** Calls `listener` with the receipt of each call of a run. */
  watch(runId: string, listener: (receipt: Receipt) => void): void;
}

/** A gateway in this process, for the runs of one command. */
export interface OpenedRunGateway {
  readonly gateway: WatchedGateway;
  close(): Promise<void>;
}

/** Starts a gateway that only the runs of this command can call. `engine` receives all of their calls. */
export async function openRunGateway(
  { host, say, colors }: Pick<Terminal, "host" | "say" | "colors">,
  config: Config,
  store: Store,
  engine: string | undefined,
): Promise<OpenedRunGateway> {
  requireEngine(config, engine);
  const own: Config = {
    ...config,
    gateway: { ...config.gateway, workers: 1 },
    ...(engine === undefined ? {} : { default_engine: engine, routes: {} }),
  };
  const report = (message: string) => say(colors.yellow(`warning ${message}`));
  const listeners = new Map<string, (receipt: Receipt) => void>();
  const onReceipt = (receipt: Receipt) => listeners.get(receipt.observed?.call?.parent_run ?? "")?.(receipt);
  const serving = await serveRuns({ config: own, store, env: host.env, report, onReceipt });
  return {
    gateway: {
      baseUrl: serving.url,
      ...(engine === undefined ? {} : { engine }),
      dialectOf: (model) => serving.dialectOf({ model: model ?? undefined, engine }),
      openRun: (request) =>
        serving.openRun({ ...request, engine, tenant: config.receipts.tenant, name: CALLER }),
      watch: (runId, listener) => void listeners.set(runId, listener),
    },
    close: () => serving.stop(),
  };
}

/** Throws `usage_invalid` if the configuration has no engine with this name. */
export function requireEngine(config: Config, engine: string | undefined): void {
  const names = Object.keys(enginesOf(config));
  if (engine === undefined || names.includes(engine)) return;
  const near = suggest(engine, names);
  const hint =
    near === undefined ? `there are: ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("usage_invalid", `no engine is named ${JSON.stringify(engine)}; ${hint}`, {
    where: "--engine",
    advice: "Name an engine of the configuration; `abp engines` lists them.",
  });
}
