import type { Role } from "../../api/index.ts";
import type { Caller } from "../../gateway/index.ts";

const ADMIN: readonly Role[] = ["admin"];
const CALLER: readonly Role[] = ["caller"];

/** The roles of a caller's key. The owner of the machine and the only key of a configuration may do everything. */
export function rolesOf(caller: Pick<Caller, "isMachineOwner" | "isOnlyKey">): readonly Role[] {
  return caller.isMachineOwner === true || caller.isOnlyKey ? ADMIN : CALLER;
}

/** Whether a caller sees the records of all tenants, and the state of the daemon itself. */
export function seesAll(caller: Pick<Caller, "isMachineOwner" | "isOnlyKey" | "tenant">): boolean {
  return caller.isMachineOwner === true || caller.isOnlyKey || caller.tenant === "*";
}
