import type { TransferRecord } from "../../contract/index.ts";
import type { Admission } from "../exchange.ts";
import type { AddressSplice } from "./transfer-plan.ts";

/** Most entries of one receipt. A list of results may hold an address for each. */
const MAX_SPLICES = 100;

/** What the receipt says of a call that passed through. */
export function recordTransfer(
  { head, recognised: { endpoint } }: Admission,
  isComplete: boolean,
  splices: readonly AddressSplice[],
): TransferRecord {
  return {
    method: head.method,
    endpoint: endpoint.path,
    group: endpoint.passed?.group ?? "none",
    state: isComplete ? "complete" : "incomplete",
    ...(splices.length === 0 ? {} : { splices: splices.slice(0, MAX_SPLICES).map(withoutQueries) }),
  };
}

// The query of an upload's address is the right to write to it.
function withoutQueries({ where, from, to }: AddressSplice) {
  return { where, from: withoutQuery(from), to: withoutQuery(to) };
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, "");
}
