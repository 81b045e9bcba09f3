import type { CapabilityRequirements } from "../../contract/index.ts";
import type { Requirement, SourceRef } from "./requirement.ts";

/**
 * Reads the requirements of a work order. `any` of abp/v0.1 becomes `emulated`: taken literally it would accept
 * `unsupported`, and the order would start and fail.
 *
 * @example
 * import { requirementsFromWire } from "agent-backplane/negotiation";
 * const requirements = requirementsFromWire(order.requirements, { kind: "work_order", id: order.id });
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
