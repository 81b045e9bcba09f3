import { AbpError } from "../../contract/index.ts";
import { type Caller, keyOfRun, ownsRun } from "../../gateway/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { ControlContext } from "../context.ts";

/** The log of a tenant as one caller may read it. */
export interface OwnedLog {
  readonly ledger: Ledger;
  owns(stored: StoredReceipt): boolean;
  /** Throws `receipt_not_found` for one that is not there, and for one of another owner. */
  find(runId: string): Promise<StoredReceipt>;
}

/** Opens the log of a tenant for a caller. A key may name another tenant only if it sees all; to others that one does not exist. */
export function openOwnedLog(
  { gateway, store }: Pick<ControlContext, "gateway" | "store">,
  caller: Caller,
  named: string | undefined,
): OwnedLog {
  const own = caller.tenant;
  const tenant = named ?? own;
  const isAll = caller.seesAll === true;
  if (tenant !== own && !isAll) {
    throw new AbpError("resource_not_found", `There is no tenant ${JSON.stringify(tenant)}.`, {
      where: "query.tenant",
    });
  }
  const ledger = store.ledger(tenant);
  const owns = ({ receipt }: StoredReceipt): boolean =>
    isAll || ownsRun(caller, gateway.callers, keyOfRun(receipt));
  return {
    ledger,
    owns,
    find: async (runId) => {
      const stored = await ledger.find(runId);
      if (stored !== undefined && owns(stored)) return stored;
      throw new AbpError("receipt_not_found", `There is no receipt of the run ${runId}.`);
    },
  };
}
