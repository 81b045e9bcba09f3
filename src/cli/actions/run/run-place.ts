import type { Backend } from "../../../backends/index.ts";
import type { Config } from "../../../config/index.ts";
import { AbpError } from "../../../contract/index.ts";
import { openRunLog, type RunLog } from "../../../runtime/index.ts";
import type { Ledger, Store } from "../../../storage/index.ts";
import { openStore } from "../../ledger.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type OpenedRunGateway, openRunGateway, type WatchedGateway } from "./run-gateway.ts";

/** What is opened for the runs of a command. */
export interface PlaceParts {
  readonly openStore: typeof openStore;
  readonly openRunLog: typeof openRunLog;
  readonly openRunGateway: typeof openRunGateway;
}

const REAL_PARTS: PlaceParts = { openStore, openRunLog, openRunGateway };

/** The store, its log and the gateway that the runs of one command share. Each is opened when it is first needed. */
export class RunPlace {
  readonly #terminal: Terminal;
  readonly #config: Config;
  readonly #hasLog: boolean;
  readonly #parts: PlaceParts;
  #store: Promise<Store> | undefined;
  /** By the name of the engine that gets all calls; "" if the models' names decide. */
  readonly #gateways = new Map<string, Promise<OpenedRunGateway>>();

  constructor(
    terminal: Terminal,
    config: Config,
    { hasLog }: { readonly hasLog: boolean },
    parts = REAL_PARTS,
  ) {
    this.#terminal = terminal;
    this.#config = config;
    this.#hasLog = hasLog;
    this.#parts = parts;
  }

  /** The log of the runs; undefined with `--no-log`. */
  async log(): Promise<RunLog | undefined> {
    if (!this.#hasLog) return undefined;
    return this.#parts.openRunLog(await this.#openStore(), this.#config, this.#config.receipts.tenant);
  }

  /** The receipts of earlier runs. Throws `usage_invalid` with `--no-log`. */
  async ledger(): Promise<Ledger> {
    this.#requireLog("a run is continued from the log");
    return (await this.#openStore()).ledger(this.#config.receipts.tenant);
  }

  /**
   * The gateway for a backend whose agent takes its model from us; undefined for other backends. Runs on the same engine share it.
   * A backend may have an engine of its own, which counts if none is named. Throws `usage_invalid` with `--no-log`, because the gateway records every call.
   */
  async gatewayFor(
    backend: Pick<Backend, "usesGateway" | "engine">,
    engine: string | undefined,
  ): Promise<WatchedGateway | undefined> {
    if (backend.usesGateway !== true) return undefined;
    this.#requireLog("the agent's model calls go through the gateway, which records them");
    const chosen = engine ?? backend.engine;
    const opened = this.#gateways.get(chosen ?? "") ?? this.#openGateway(chosen);
    this.#gateways.set(chosen ?? "", opened);
    return (await opened).gateway;
  }

  /** Closes the gateways, then the store. */
  async close(): Promise<void> {
    const opening = [...this.#gateways.values()].map((gateway) => gateway.catch(() => undefined));
    const gateways = await Promise.all(opening);
    const store = await this.#store?.catch(() => undefined);
    try {
      for (const gateway of gateways) await gateway?.close();
    } finally {
      await store?.close();
    }
  }

  #openStore(): Promise<Store> {
    this.#store ??= this.#parts.openStore(this.#terminal, this.#config);
    return this.#store;
  }

  async #openGateway(engine: string | undefined): Promise<OpenedRunGateway> {
    const store = await this.#openStore();
    return this.#parts.openRunGateway(this.#terminal, this.#config, store, engine);
  }

  #requireLog(reason: string): void {
    if (this.#hasLog) return;
    throw new AbpError("usage_invalid", `cannot be given here: ${reason}`, { where: "--no-log" });
  }
}
