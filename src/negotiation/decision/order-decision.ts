import type { WorkOrder } from "../../contract/index.ts";
import { joinDemand } from "../demand/demand.ts";
import { type ImplyingOrder, impliedRequirements } from "../demand/implied-requirements.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { type Decision, type DecisionRequest, decide } from "./decision.ts";

export interface OrderRequest
  extends Pick<DecisionRequest, "id" | "manifest" | "lane" | "emulators" | "disabled" | "candidates"> {
  readonly mode?: DecisionRequest["mode"] | undefined;
  readonly order: Pick<WorkOrder, "requirements" | "compatibility"> & ImplyingOrder;
  /** The session of the order. Its demand is added to the order's own. */
  readonly session?: Required<Pick<DecisionRequest, "demand" | "mode" | "revision">>;
}

/**
 * Decides whether a target may run a work order: what it requires, and what its content needs. The order's own mode wins over
 * `mode`, and `mode` over the
 * session's.
 *
 * @example
 * import { decideOrder, defaultEmulators } from "agent-backplane/negotiation";
 * const emulators = defaultEmulators.orders;
 * const { verdict } = decideOrder({ id: "1", order, manifest, mode: "strict", emulators });
 */
export function decideOrder(request: OrderRequest): Decision {
  const { order, session, mode, ...rest } = request;
  const own = requirementsFromWire(order.requirements, { kind: "work_order", id: order.id });
  const chosen = order.compatibility ?? mode ?? session?.mode;
  return decide({
    ...rest,
    trigger: "order.dispatch",
    ...(session === undefined ? {} : { revision: session.revision }),
    ...(chosen === undefined ? {} : { mode: chosen }),
    demand: joinDemand(session?.demand ?? [], own, impliedRequirements(order)),
  });
}
