import { randomBytes, randomFillSync } from "node:crypto";
import { type Config, configuredEmulators } from "../config/index.ts";
import { AbpError, ALL_TENANTS, type Receipt } from "../contract/index.ts";
import { dialects } from "../dialects/index.ts";
import { type EngineSettings, type Engines, openEngines, openSearch } from "../engines/index.ts";
import { ByteBudget, uuidV7 } from "../lib/index.ts";
import { type Approver, denyingApprover } from "../policy/index.ts";
import type { Store } from "../storage/index.ts";
import { type Log, openPrices, priceCall } from "../telemetry/index.ts";
import { type Callers, openCallers } from "./callers/callers.ts";
import { LOCAL_ADMIN_NAME, OWNER_NAME } from "./callers/reserved-names.ts";
import { UploadKeys } from "./callers/upload-keys.ts";
import type { GatewayContext } from "./context.ts";
import { CallPolicies } from "./enforcement/call-policy.ts";
import { readFloors } from "./enforcement/profile-files.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { packageVersion } from "./package-version.ts";
import type { PriceQuestion } from "./record/call-record.ts";
import { ReceiptWriter } from "./record/receipt-writer.ts";
import { openRouter } from "./routing/router.ts";
import type { GatewayAccount, RunAccountRequest } from "./runs/gateway-account.ts";
import { accountsNeedOneThread, RunAccounts } from "./runs/run-accounts.ts";
import { EventLoopQueue } from "./scheduling/event-loop-queue.ts";
import { HeartbeatTimer } from "./scheduling/heartbeat-timer.ts";
import { keepTickShape } from "./scheduling/tick-shape.ts";
import { openSearching } from "./search/searching.ts";
import { SliceQueue } from "./slices/slice-queue.ts";

export interface GatewayOptions {
  readonly config: Config;
  readonly store: Store;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A key besides those of the configuration: the owner's, or that of the command that opens the gateway. */
  readonly token?: string | undefined;
  /** The SHA-256 of the admin key of the machine, for the control API. */
  readonly adminTokenSha256?: string | undefined;
  readonly now?: () => number;
  readonly onReceipt?: ((receipt: Receipt, tenant: string) => void) | undefined;
  /** Asked if a policy requires an approval. Without it nothing is approved. */
  readonly approver?: Approver | undefined;
  /** Gets one line for each call, and the failures that no caller sees. */
  readonly log?: Log | undefined;
  /**
   * Whether other threads serve the same port. Calls of one run would then arrive in threads that know nothing of its account,
   * so `openRun` is refused.
   */
  readonly sharesPort?: boolean;
  /** Signs the keys of uploads. Threads that serve the same port share it; by default it is random. */
  readonly uploadSecret?: Uint8Array | undefined;
  /** Takes failures that no caller sees, besides the log. */
  readonly report?: (message: string, error: unknown) => void;
}

/** A gateway with its engines. */
export interface OpenedGateway extends Gateway {
  readonly engines: Engines;
  /** The keys that may call, those of the configuration as they are now. */
  readonly callers: Pick<Callers, "authenticate" | "ownerOf">;
  /**
   * Opens the account of a run, with a key that is valid only below `/r/<run id>/` and until the account is closed. Throws
   * `validation_failed` for an id that is no UUID or was used already, and if other threads serve the same port.
   */
  openRun(request: RunAccountRequest): GatewayAccount;
  /** The dialect of the engine that calls for a model go to; undefined if there is none, or only the call itself decides. */
  dialectOf(question: {
    readonly model: string | undefined;
    readonly engine: string | undefined;
  }): string | undefined;
  /** Replaces the keys of the configuration. Calls in progress continue. */
  replaceKeys(keys: Config["keys"]): void;
}

/** The default engine if none is configured. */
export const SIM_ENGINE = "sim";

/**
 * Opens a gateway on a configuration. It opens no connection. The caller closes the store.
 *
 * @example
 * import { loadConfig } from "agent-backplane/config";
 * import { openGateway } from "agent-backplane/gateway";
 * const { config } = loadConfig();
 * const gateway = openGateway({ config, store, env: process.env, token: "your key" });
 * await gateway.close();
 */
export function openGateway(options: GatewayOptions): OpenedGateway {
  keepTickShape();
  const { config, env } = options;
  const now = options.now ?? Date.now;
  const engines = openEngines(enginesOf(config), { env });
  const search = openSearch(config.tools.web_search);
  const prices = openPrices(config.prices);
  const withOwner = (keys: Config["keys"]) => ({
    ...keys,
    ...ownerKey(options.token),
    ...adminKey(options.adminTokenSha256),
  });
  const ledgers = new Map<string, ReturnType<Store["ledger"]>>();
  const recording = {
    price: (question: PriceQuestion) => priceCall(prices, question),
    software: { name: "agent-backplane", version: packageVersion() },
    onReceipt: options.onReceipt,
    log: options.log,
    report: (message: string, error: unknown) => {
      options.log?.error(message, { error });
      options.report?.(message, error);
    },
  };
  const callers = callersOf(config, withOwner(config.keys));
  const { routes } = config;
  const router = openRouter(routes, engines, defaultEngineOf(config), speakingEnginesOf(config));
  const runs = new RunAccounts({ callers, engines, router, routes, report: recording.report });
  const context: GatewayContext = {
    ...recording,
    engines,
    router,
    uploadKeys: new UploadKeys(options.uploadSecret ?? randomBytes(32), now),
    callers,
    runs,
    ledgerOf: (tenant) => {
      let ledger = ledgers.get(tenant);
      if (ledger === undefined) {
        ledger = options.store.ledger(tenant);
        ledgers.set(tenant, ledger);
      }
      return ledger;
    },
    mode: config.negotiation.mode,
    allowLoss: config.gateway.allow_loss,
    emulators: configuredEmulators(config),
    limits: {
      maxBodyBytes: config.gateway.max_body_bytes,
      maxUploadBytes: config.gateway.max_upload_bytes,
      maxDepth: config.gateway.max_depth,
      maxBodyValues: config.gateway.max_body_values,
      heartbeatMs: config.gateway.heartbeat_secs * 1000,
      estimateTokens: config.gateway.estimate_tokens,
      repairJson: config.gateway.repair_json,
      evidenceMs: config.gateway.evidence_ttl_hours * 3_600_000,
    },
    now,
    newId: idMaker(now),
    heartbeats: new HeartbeatTimer(now),
    arrivals: new EventLoopQueue(
      (call) => call.go(),
      (error) => recording.report("a call could not be started", error),
    ),
    slices: new SliceQueue(),
    receipts: new ReceiptWriter(recording),
    searching: search === undefined ? undefined : openSearching(search, config.tools.web_search),
    approver: options.approver ?? denyingApprover,
    heldBytes: new ByteBudget(MAX_HELD_BYTES),
  };
  const gateway = createGateway(context, config.routes);
  return {
    ...gateway,
    engines,
    callers,
    openRun: (request) => {
      if (options.sharesPort === true) throw accountsNeedOneThread();
      return runs.open(request);
    },
    dialectOf: (question) => {
      try {
        const caller = { name: OWNER_NAME, mayUse: () => true };
        return context.router.route({ ...question, caller }).engine?.dialect.id;
      } catch (error) {
        // The call itself says what is wrong.
        if (AbpError.is(error)) return undefined;
        throw error;
      }
    },
    replaceKeys: (keys) => context.callers.replace(withOwner(keys)),
    close: async () => {
      await gateway.close();
      await engines.close();
      await search?.close();
    },
  };
}

/** The callers of a configuration, with the policies that apply to each. Throws `config_invalid` and `policy_invalid`. */
export function callersOf(config: Config, keys: Config["keys"]): Callers {
  const policies = new CallPolicies(
    readFloors(config.policy, config.policy_profiles),
    config.routes,
    Object.fromEntries(
      Object.entries(config.tools.mcp_servers ?? {}).map(([name, { hosts }]) => [name, hosts]),
    ),
  );
  return openCallers(keys, {
    tenant: config.receipts.tenant,
    maxConcurrent: config.gateway.max_concurrent_per_key,
    policiesOf: (name, policy) => policies.ofKey(name, policy),
  });
}

/** The engines of a configuration; if there are none, simulated ones: `sim`, and one for each dialect. */
export function enginesOf(config: Config): Readonly<Record<string, EngineSettings>> {
  if (Object.keys(config.engines).length > 0) return config.engines;
  const names = [
    [SIM_ENGINE, "openai"] as const,
    ...dialects.map(({ id }) => [simulatedName(id), id] as const),
  ];
  return Object.fromEntries(names.map(([name, dialect]) => [name, simulated(dialect)]));
}

/**
 * The simulated engine that answers the callers of each dialect, if the configuration names neither engines nor a default one. A
 * translation between a caller and a simulated engine would only refuse what the caller needs.
 */
export function speakingEnginesOf(config: Config): ReadonlyMap<string, string> {
  const isChosen = config.default_engine !== undefined || Object.keys(config.engines).length > 0;
  return new Map(isChosen ? [] : dialects.map(({ id }) => [id, simulatedName(id)]));
}

function simulatedName(dialect: string): string {
  return `${SIM_ENGINE}-${dialect}`;
}

/** The engine for calls whose model decides nothing; undefined if there is none. */
export function defaultEngineOf(config: Config): string | undefined {
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
  return token === undefined ? {} : { [OWNER_NAME]: { token, engines: [], isMachineOwner: true } };
}

function adminKey(token_sha256: string | undefined): Config["keys"] {
  if (token_sha256 === undefined) return {};
  const key = {
    token_sha256,
    tenant: ALL_TENANTS,
    roles: ["admin" as const],
    engines: [],
    isLocalAdmin: true,
  };
  return { [LOCAL_ADMIN_NAME]: key };
}

/** All calls of a thread together hold at most this much of responses that are not yet whole. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;

/** How many ids share one call of the random generator. */
const IDS_PER_DRAW = 256;
const RANDOM_BYTES_PER_ID = 10;

function idMaker(now: () => number): () => string {
  const pool = new Uint8Array(IDS_PER_DRAW * RANDOM_BYTES_PER_ID);
  let used = IDS_PER_DRAW;
  return () => {
    if (used === IDS_PER_DRAW) {
      randomFillSync(pool);
      used = 0;
    }
    const start = used * RANDOM_BYTES_PER_ID;
    used += 1;
    return uuidV7(now(), pool.subarray(start, start + RANDOM_BYTES_PER_ID));
  };
}
