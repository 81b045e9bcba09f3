import type { Receipt } from "../../contract/index.ts";
import { type Caller, keyOfRun, ownsRun } from "../../gateway/index.ts";
import type { Store } from "../../storage/index.ts";
import { holdsFor, type Owned } from "../rights.ts";

/** What everything is read from, for one caller. */
export interface FeedParts {
  readonly store: Pick<Store, "runs" | "approvals" | "ledger" | "tenants">;
  /** The log that is read; undefined for all. */
  readonly tenant: string | undefined;
  readonly isVisible: (record: Owned) => boolean;
  readonly isVisibleReceipt: (receipt: Receipt, tenant: string) => Promise<boolean>;
}

/** What one caller sees of everything. */
export function feedParts(
  store: FeedParts["store"],
  callers: Parameters<typeof ownsRun>[1],
  caller: Caller,
): FeedParts {
  const isVisible = (record: Owned) => holdsFor(caller, record);
  return {
    store,
    tenant: caller.seesAll === true ? undefined : caller.tenant,
    isVisible,
    isVisibleReceipt: async (receipt) => {
      if (caller.seesAll === true) return true;
      const key = keyOfRun(receipt);
      // The receipt of a submitted run names no key.
      const submitted = key === undefined ? await store.runs.find(receipt.meta.run_id) : undefined;
      return submitted === undefined ? ownsRun(caller, callers, key) : isVisible(submitted);
    },
  };
}
