import { z } from "zod";
import type { CallView } from "../../api/index.ts";
import { type Caller, keyOfRun, ownsRun } from "../../gateway/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";
import { scopeOf } from "../access/record-scope.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { readCursor, writeCursor } from "../page/cursor.ts";
import { type CallQuery, matchesCall } from "./call-filter.ts";
import { callView } from "./call-view.ts";

/** What the list of calls needs. */
export interface CallContext {
  readonly store: Pick<ControlContext["store"], "ledger">;
  readonly gateway: Pick<ControlContext["gateway"], "callers">;
}

const LIST = "calls";
/** The most receipts that are read for one page. A page that has found fewer calls by then has a next one. */
const MAX_SCANNED = 2000;
const READ_AT_ONCE = 200;

/** Model calls, from the log. */
export function openCallHandlers(context: CallContext): HandlersOf<"list_calls"> {
  return {
    list_calls: async ({ caller, query }) => {
      if (scopeOf(caller, query.tenant) === undefined) return { items: [], next_cursor: null };
      const tenant = query.tenant ?? caller.tenant;
      const ledger = context.store.ledger(tenant);
      const [start = (await ledger.size()) - 1] = readCursor(LIST, query.cursor, z.tuple([z.int()])) ?? [];
      const items: CallView[] = [];
      let next = start;
      while (next >= 0 && start - next < MAX_SCANNED && items.length < query.limit) {
        const receipts = await ledger.page(next, READ_AT_ONCE, true);
        if (receipts.length === 0) break;
        for (const receipt of receipts) {
          if (items.length >= query.limit) break;
          next = receipt.seq - 1;
          const call = viewIf(context, caller, receipt, tenant, query);
          if (call !== undefined) items.push(call);
        }
      }
      return { items, next_cursor: next < 0 ? null : writeCursor(LIST, [next]) };
    },
  };
}

/** A call that the caller may see and asks for. */
function viewIf(
  { gateway }: CallContext,
  caller: Caller,
  stored: StoredReceipt,
  tenant: string,
  query: CallQuery,
): CallView | undefined {
  const call = callView(stored, tenant);
  if (call === undefined || !matchesCall(call, query)) return undefined;
  const isVisible = caller.seesAll === true || ownsRun(caller, gateway.callers, keyOfRun(stored.receipt));
  return isVisible ? call : undefined;
}
