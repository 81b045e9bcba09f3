import type { CapabilityId } from "../supply/claim.ts";

/** How much a capability is needed: the demand side's vocabulary. */
export type Need = "required" | "preferred" | "on_use";

/** Every need, the strongest first. */
export const needs: readonly Need[] = ["required", "preferred", "on_use"];

/** What kind of thing asks for a capability. */
export type SourceKind =
  | "state_machine"
  | "context_provider"
  | "hook"
  | "security_mode"
  | "parent_session"
  | "work_order"
  | "dialect"
  | "operator";

/** Who asks for a capability. */
export interface SourceRef {
  readonly kind: SourceKind;
  readonly id: string;
}

/** The least support that a requirement accepts. */
export type Floor = "native" | "emulated";

/** One clause of a demand: what one source needs of one capability. */
export interface Requirement {
  readonly capability: CapabilityId;
  readonly need: Need;
  readonly floor: Floor;
  /** The least limit. */
  readonly min?: number;
  /** The kinds that must all be there. */
  readonly kinds?: readonly string[];
  readonly by: SourceRef;
}

/** Writes a source as `kind:id`. */
export function formatSource(source: SourceRef): string {
  return `${source.kind}:${source.id}`;
}
