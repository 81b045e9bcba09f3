import type { WorkOrder } from "../../contract/index.ts";
import { joinDemand } from "../demand/demand.ts";
import { requirementsFromWire } from "../demand/wire-requirement.ts";
import { type Decision, type DecisionRequest, decide } from "./decision.ts";

/** A work order that is about to be dispatched to a target. */
export interface OrderRequest
  extends Pick<DecisionRequest, "id" | "manifest" | "mode" | "lane" | "emulators" | "candidates"> {
  readonly order: Pick<WorkOrder, "id" | "requirements" | "compatibility">;
  /** The session that the order belongs to, whose demand it carries as well. */
  readonly session?: Required<Pick<DecisionRequest, "demand" | "mode" | "revision">>;
}

/** Decides whether a work order may be dispatched; the order's own mode wins over the given one. */
export function decideOrder(request: OrderRequest): Decision {
  const { order, session, mode, ...rest } = request;
  const own = requirementsFromWire(order.requirements, { kind: "work_order", id: order.id });
  const chosen = order.compatibility ?? mode ?? session?.mode;
  return decide({
    ...rest,
    trigger: "order.dispatch",
    ...(session === undefined ? {} : { revision: session.revision }),
    ...(chosen === undefined ? {} : { mode: chosen }),
    demand: joinDemand(session?.demand ?? [], own),
  });
}
