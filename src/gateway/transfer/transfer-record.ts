import type { TransferRecord } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { OpenRun } from "../../storage/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { parentRunOf } from "../exchange/parent-run.ts";
import type { AddressSplice } from "./transfer-plan.ts";

/**
 * The beginning of a call that passes through, which suffices for a receipt if the process ends. The digest of a body that is
 * not received yet is not known then.
 */
export function beginTransfer(
  admission: Admission,
  call: Pick<OpenRun, "runId" | "startedAt"> & {
    readonly engine: Engine;
    readonly model: string | undefined;
  },
): OpenRun {
  const { caller, recognised } = admission;
  const { endpoint, dialect } = recognised;
  const { runId, startedAt, engine, model } = call;
  return {
    runId,
    workOrderId: parentRunOf(admission) ?? runId,
    startedAt,
    backendId: engine.name,
    mode: "passthrough",
    facts: {
      dialect: dialect.id,
      engine: engine.name,
      caller: caller.name,
      model: model ?? "",
      endpoint: `${endpoint.method} ${endpoint.path}`,
    },
  };
}

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
