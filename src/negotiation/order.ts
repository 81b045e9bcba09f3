import type { CapabilityRequirements, WorkOrder } from "../contract/index.ts";
import { type Decision, type DecisionRequest, decide } from "./decision.ts";
import { orderDemand } from "./demand.ts";
import type { Requirement, SourceRef } from "./requirement.ts";
import type { Session } from "./session.ts";

/** A work order that is about to be dispatched to a target. */
export interface OrderRequest
  extends Pick<DecisionRequest, "id" | "manifest" | "mode" | "lane" | "emulators" | "candidates"> {
  readonly order: Pick<WorkOrder, "id" | "requirements" | "compatibility">;
  /** The session that the order belongs to, whose demand it carries as well. */
  readonly session?: Session;
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
    demand: orderDemand(session?.demand ?? [], own),
  });
}

/**
 * Reads the requirements of a work order. abp/v0.1's `any` is read as `emulated`: it accepts every level, and a
 * level of `unsupported` accepted as enough would let an order start that cannot succeed.
 */
export function requirementsFromWire(
  { required }: CapabilityRequirements,
  by: SourceRef,
): readonly Requirement[] {
  return required.map(({ capability, min_support }) => ({
    capability,
    need: "required",
    floor: min_support === "native" ? "native" : "emulated",
    by,
  }));
}
