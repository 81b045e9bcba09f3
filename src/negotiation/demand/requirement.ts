import type { CapabilityId } from "../supply/claim.ts";

/** How strongly a source needs a capability. `on_use` counts only once the capability is used. */
export type Need = "required" | "preferred" | "on_use";

/** The rank of each need, from the strongest. */
export const needRanks: Readonly<Record<Need, number>> = { required: 0, preferred: 1, on_use: 2 };

export type SourceKind =
  | "state_machine"
  | "context_provider"
  | "hook"
  | "security_mode"
  | "parent_session"
  | "work_order"
  | "dialect"
  | "operator";

export interface SourceRef {
  readonly kind: SourceKind;
  readonly id: string;
}

/** The lowest support level that a requirement accepts. */
export type Floor = "native" | "emulated";

/** One clause of a demand: the need of one source for one capability. */
export interface Requirement {
  readonly capability: CapabilityId;
  readonly need: Need;
  readonly floor: Floor;
  /** The smallest acceptable limit of the claim, for example in tokens. */
  readonly min?: number;
  /** Kinds that the claim must all have. */
  readonly kinds?: readonly string[];
  readonly by: SourceRef;
}

/**
 * Writes a source as `kind:id`.
 *
 * @example
 * import { formatSource } from "agent-backplane/negotiation";
 * formatSource({ kind: "hook", id: "format-code" }); // hook:format-code
 */
export function formatSource(source: SourceRef): string {
  return `${source.kind}:${source.id}`;
}
