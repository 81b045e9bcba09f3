import { randomFillSync } from "node:crypto";
import type { Config } from "../config/index.ts";
import type { Receipt } from "../contract/index.ts";
import { dialects } from "../dialects/index.ts";
import { type EngineSettings, type Engines, openEngines } from "../engines/index.ts";
import { uuidV7 } from "../lib/index.ts";
import type { Store } from "../storage/index.ts";
import { openPrices, priceCall } from "../telemetry/index.ts";
import { EventLoopQueue } from "./call/event-loop-queue.ts";
import type { GatewayContext } from "./context.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { packageVersion } from "./package-version.ts";
import type { PriceQuestion } from "./record/call-record.ts";
import { ReceiptWriter } from "./record/receipt-writer.ts";
import { HeartbeatTimer } from "./response/heartbeat-timer.ts";
import { openCallers } from "./routing/callers.ts";
import { openRouter } from "./routing/router.ts";

/** What a gateway is opened with. */
export interface GatewayOptions {
  readonly config: Config;
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A key beside those of the configuration: the owner's, or that of the one command it is opened for. */
  readonly token?: string | undefined;
  readonly now?: () => number;
  readonly onReceipt?: ((receipt: Receipt, tenant: string) => void) | undefined;
  readonly report?: (message: string, error: unknown) => void;
}

/** A gateway, and the engines that it calls. */
export interface OpenedGateway extends Gateway {
  readonly engines: Engines;
  /** Puts other keys in the place of those of the configuration; calls under way go on. */
  replaceKeys(keys: Config["keys"]): void;
}

/** The engine that calls go to when none is configured. */
export const SIM_ENGINE = "sim";

/** Opens a gateway on a configuration; it connects to nothing. The store stays the caller's to close. */
export function openGateway(world: GatewayOptions): OpenedGateway {
  const { config, env } = world;
  const now = world.now ?? Date.now;
  const engines = openEngines(enginesOf(config), { env });
  const prices = openPrices(config.prices);
  const withOwner = (keys: Config["keys"]) => ({ ...keys, ...ownerKey(world.token) });
  const ledgers = new Map<string, ReturnType<Store["ledger"]>>();
  const accounting = {
    price: (question: PriceQuestion) => priceCall(prices, question),
    software: { name: "agent-backplane", version: packageVersion() },
    onReceipt: world.onReceipt,
    report: world.report ?? (() => undefined),
  };
  const parts: GatewayContext = {
    ...accounting,
    engines,
    router: openRouter(config.routes, engines, defaultEngineOf(config)),
    callers: openCallers(withOwner(config.keys), {
      tenant: config.receipts.tenant,
      maxConcurrent: config.gateway.max_concurrent_per_key,
    }),
    ledgerOf: (tenant) => {
      let ledger = ledgers.get(tenant);
      if (ledger === undefined) {
        ledger = world.store.ledger(tenant);
        ledgers.set(tenant, ledger);
      }
      return ledger;
    },
    mode: config.negotiation.mode,
    limits: {
      maxBodyBytes: config.gateway.max_body_bytes,
      maxDepth: config.gateway.max_depth,
      heartbeatMs: config.gateway.heartbeat_secs * 1000,
      estimateTokens: config.gateway.estimate_tokens,
    },
    now,
    newId: idMaker(now),
    clock: new HeartbeatTimer(now),
    arrivals: new EventLoopQueue((call) => call.go()),
    desk: new ReceiptWriter(accounting),
  };
  const gateway = createGateway(parts, config.routes);
  return {
    ...gateway,
    engines,
    replaceKeys: (keys) => parts.callers.replace(withOwner(keys)),
    close: async () => {
      await gateway.close();
      await engines.close();
    },
  };
}

/** The engines of a configuration; without any, simulated ones: `sim`, and one for each dialect. */
export function enginesOf(config: Config): Readonly<Record<string, EngineSettings>> {
  if (Object.keys(config.engines).length > 0) return config.engines;
  const names = [
    ["sim", "openai"] as const,
    ...dialects.map(({ id }) => [`${SIM_ENGINE}-${id}`, id] as const),
  ];
  return Object.fromEntries(names.map(([name, dialect]) => [name, simulated(dialect)]));
}

function defaultEngineOf(config: Config): string | undefined {
  return config.default_engine ?? (Object.keys(config.engines).length === 0 ? SIM_ENGINE : undefined);
}

function simulated(dialect: string): EngineSettings {
  return {
    preset: "sim",
    dialect,
    models: [],
    fallback: [],
    headers: [],
    allow_private: false,
    max_connections: 1,
    retries: 0,
    connect_timeout_ms: 5000,
    first_byte_timeout_secs: 120,
    idle_timeout_secs: 120,
    total_timeout_secs: 1800,
  };
}

function ownerKey(token: string | undefined) {
  return token === undefined ? {} : { owner: { token, engines: [] } };
}

/** How many ids are made from one draw of randomness. */
const LOT = 256;
const RANDOM_BYTES = 10;

function idMaker(now: () => number): () => string {
  const pool = new Uint8Array(LOT * RANDOM_BYTES);
  let used = LOT;
  return () => {
    if (used === LOT) {
      randomFillSync(pool);
      used = 0;
    }
    const start = used * RANDOM_BYTES;
    used += 1;
    return uuidV7(now(), pool.subarray(start, start + RANDOM_BYTES));
  };
}
