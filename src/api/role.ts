import { type KeyRole, keyRoles, modelCallRoles } from "../contract/index.ts";

export { type KeyRole as Role, keyRoles as roles };

/**
 * The rights that routes ask for. A role holds within the owner of its key; a right whose name begins with `all.` needs a key whose
 * tenant is `*` besides.
 */
export const permissions = {
  /** Calls a model. It is no right of the control API: the vendors' endpoints ask for it. */
  "models.call": modelCallRoles,
  /** Reads versions, schemas, models, registers, and asks questions that change nothing. */
  "facts.read": ["caller", "viewer", "operator", "admin"],
  /** Reads runs, events, receipts, calls, usage and approvals of the owner. */
  "records.read": ["viewer", "operator", "admin"],
  /** Submits runs and steers, cancels and removes them; applies patches. */
  "runs.write": ["operator", "admin"],
  /** Decides approvals. Never with the key that made the run, unless the key is the admin key of the machine. */
  "approvals.decide": ["operator", "admin"],
  /** Makes, changes and revokes keys of the owner. */
  "keys.write": ["admin"],
  /** Reads the configuration, the state of engines, and metrics. */
  "all.state.read": ["viewer", "operator", "admin"],
} as const satisfies Readonly<Record<string, readonly KeyRole[]>>;
export type Permission = keyof typeof permissions;
