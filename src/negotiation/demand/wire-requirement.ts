import type { CapabilityRequirements } from "../../contract/index.ts";
import type { Requirement, SourceRef } from "./requirement.ts";

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
