import type { Backend } from "../../backends/index.ts";
import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import { openRunLog, type RunLog } from "../../runtime/index.ts";
import type { Ledger, Store } from "../../storage/index.ts";
import type { RunHost } from "../run-host.ts";
import { type OpenedRunGateway, openRunGateway, type RunHolder, type WatchedGateway } from "./run-gateway.ts";

/** The runs of this machine's user work on behalf of the key that a daemon without configured keys has. */
const OWNER = "owner";

/** What is opened for runs. */
export interface PlaceParts {
  readonly openRunLog: typeof openRunLog;
  readonly openRunGateway: typeof openRunGateway;
}

const REAL_PARTS: PlaceParts = { openRunLog, openRunGateway };

/** The store of the runs, and whether they are recorded. */
export interface PlaceOptions {
  readonly hasLog: boolean;
  readonly openStore: () => Promise<Store>;
  /** Whether somebody else closes the store. */
  readonly isShared?: boolean;
  /** The keys on whose behalf runs may work, besides those that no configuration knows. */
  readonly keys?: Config["keys"];
}

/** The store, its log and the gateways that the runs of one process share. Each is opened when it is first needed. */
export class RunPlace {
  readonly #host: Pick<RunHost, "env" | "warn">;
  readonly #config: Config;
  readonly #options: PlaceOptions;
  readonly #parts: PlaceParts;
  #keys: Config["keys"];
  #store: Promise<Store> | undefined;
  /** By the name of the engine that gets all calls; "" if the models' names decide. */
  readonly #gateways = new Map<string, Promise<OpenedRunGateway>>();

  constructor(
    host: Pick<RunHost, "env" | "warn">,
    config: Config,
    options: PlaceOptions,
    parts: PlaceParts = REAL_PARTS,
  ) {
    this.#host = host;
    this.#config = config;
    this.#options = options;
    this.#parts = parts;
    this.#keys = options.keys ?? {};
  }

  /** The holder of runs that no key has submitted. */
  get owner(): RunHolder {
    return { tenant: this.#config.receipts.tenant, name: OWNER };
  }

  /** The log of a tenant's runs; undefined with `--no-log`. */
  async log(tenant = this.#config.receipts.tenant): Promise<RunLog | undefined> {
    if (!this.#options.hasLog) return undefined;
    return this.#parts.openRunLog(await this.#openStore(), this.#config, tenant);
  }

  /** The receipts of earlier runs. Throws `usage_invalid` with `--no-log`. */
  async ledger(tenant = this.#config.receipts.tenant): Promise<Ledger> {
    this.#requireLog("a run is continued from the log");
    return (await this.#openStore()).ledger(tenant);
  }

  /**
   * The gateway for a backend whose agent takes its model from us; undefined for other backends. Runs on the same engine share it.
   * A backend may have an engine of its own, which counts if none is named. Throws `usage_invalid` with `--no-log`, because the gateway records every call.
   */
  async gatewayFor(
    backend: Pick<Backend, "usesGateway" | "engine">,
    engine: string | undefined,
    holder: RunHolder = this.owner,
  ): Promise<WatchedGateway | undefined> {
    if (backend.usesGateway !== true) return undefined;
    this.#requireLog("the agent's model calls go through the gateway, which records them");
    const chosen = engine ?? backend.engine;
    let opened = this.#gateways.get(chosen ?? "");
    if (opened === undefined) {
      opened = this.#openGateway(chosen);
      this.#gateways.set(chosen ?? "", opened);
    }
    return (await opened).gatewayOf(holder);
  }

  /** Replaces the keys on whose behalf runs may work. */
  async replaceKeys(keys: Config["keys"]): Promise<void> {
    this.#keys = keys;
    for (const opened of await this.#openedGateways()) opened.replaceKeys(keys);
  }

  /** Closes the gateways, then the store unless it is shared. */
  async close(): Promise<void> {
    const gateways = await this.#openedGateways();
    const store = await this.#store?.catch(() => undefined);
    try {
      for (const gateway of gateways) await gateway.close();
    } finally {
      if (this.#options.isShared !== true) await store?.close();
    }
  }

  async #openedGateways(): Promise<OpenedRunGateway[]> {
    const opening = [...this.#gateways.values()].map((gateway) => gateway.catch(() => undefined));
    return (await Promise.all(opening)).filter((gateway) => gateway !== undefined);
  }

  #openStore(): Promise<Store> {
    this.#store ??= this.#options.openStore();
    return this.#store;
  }

  async #openGateway(engine: string | undefined): Promise<OpenedRunGateway> {
    const store = await this.#openStore();
    return this.#parts.openRunGateway(this.#host, this.#config, store, engine, this.#keys);
  }

  #requireLog(reason: string): void {
    if (this.#options.hasLog) return;
    throw new AbpError("usage_invalid", `cannot be given here: ${reason}`, { where: "--no-log" });
  }
}
