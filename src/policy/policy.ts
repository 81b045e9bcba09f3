import type { NameLayer, NamePolicy } from "./name/name-policy.ts";
import type { NetworkLayer, NetworkPolicy } from "./network/network-policy.ts";
import type { PathLayer, PathPolicy } from "./path/path-policy.ts";
import type { ToolLayer, ToolPolicy } from "./tool/tool-policy.ts";

/** One compiled profile of a policy. */
export interface PolicyLayer extends ToolLayer, PathLayer, NetworkLayer, NameLayer {}

/** A compiled policy. Every layer must allow an action, so another layer can only deny more. */
export interface Policy extends ToolPolicy, PathPolicy, NetworkPolicy, NamePolicy {
  /** The floor first. */
  readonly layers: readonly PolicyLayer[];
  /** Whether the file system ignores case in names. */
  readonly foldsCase: boolean;
}
