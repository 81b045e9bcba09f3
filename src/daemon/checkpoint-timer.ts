import type { Config } from "../config/index.ts";
import { ALL_TENANTS } from "../contract/index.ts";
import type { Report } from "../server/index.ts";
import type { Store } from "../storage/index.ts";

/** One signature covers all receipts before it. A crash leaves the receipts of at most this interval unsigned. */
export const CHECKPOINT_INTERVAL_MS = 30_000;

/** Signs the ledgers of all tenants at a fixed interval. */
export class CheckpointTimer {
  readonly #store: Pick<Store, "ledger">;
  readonly #report: Report;
  readonly #tenants = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(store: Pick<Store, "ledger">, report: Report) {
    this.#store = store;
    this.#report = report;
    this.#timer = setInterval(() => this.#sign(), CHECKPOINT_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Adds tenants. None is ever removed: calls of a removed key may still be recorded. */
  add(tenants: Iterable<string>): void {
    for (const tenant of tenants) this.#tenants.add(tenant);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  // A failed signature is made up for by the next one.
  #sign(): void {
    for (const tenant of this.#tenants) {
      this.#store
        .ledger(tenant)
        .checkpoint()
        .catch((error: unknown) =>
          this.#report(`The receipts of tenant ${JSON.stringify(tenant)} could not be signed.`, error),
        );
    }
  }
}

function tenantOf({ tenant }: Config["keys"][string]): string | undefined {
  return tenant === ALL_TENANTS ? undefined : tenant;
}

/** The tenants that the calls of these keys are recorded for. */
export function tenantsOf(config: Config, keys: Config["keys"]): string[] {
  return [config.receipts.tenant, ...Object.values(keys).flatMap((key) => tenantOf(key) ?? [])];
}
