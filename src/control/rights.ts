import type { Caller } from "../gateway/index.ts";

/** Whom a record belongs to. */
export interface Owned {
  readonly tenant: string;
  readonly owner: string;
}

/** Whether the roles of a caller's key hold for a record. A record for which they do not is answered as one that does not exist. */
export function holdsFor(caller: Pick<Caller, "tenant" | "owner" | "seesAll">, record: Owned): boolean {
  return caller.seesAll === true || (caller.tenant === record.tenant && caller.owner === record.owner);
}

/** Which records a caller's lists hold: members that are absent filter nothing. */
export function ownFilter(caller: Pick<Caller, "tenant" | "owner" | "seesAll">): Partial<Owned> {
  return caller.seesAll === true ? {} : { tenant: caller.tenant, owner: caller.owner };
}

/** Why a caller may decide an approval, or may not: it is not known to the caller, needs another role, or is the caller's own. */
export type ApprovalRight = "allowed" | "unknown" | "role_missing" | "own_submission";

/** An approval, as far as the right to decide it depends on it. */
export interface ApprovalSubject extends Owned {
  /** The name of the key whose submission or call asks. */
  readonly keyName: string;
}

/** Judges whether a caller may decide an approval. `isOwnAllowed` is the setting `approvals.own`. The key of a run is no caller here. */
export function judgeApproval(
  caller: Pick<Caller, "name" | "tenant" | "owner" | "seesAll" | "roles" | "isLocalAdmin">,
  approval: ApprovalSubject,
  { isOwnAllowed }: { readonly isOwnAllowed: boolean },
): ApprovalRight {
  if (!caller.roles.some((role) => role === "operator" || role === "admin")) return "role_missing";
  if (!holdsFor(caller, approval)) return "unknown";
  const isOwn = caller.name === approval.keyName && caller.isLocalAdmin !== true;
  return isOwn && !isOwnAllowed ? "own_submission" : "allowed";
}
