import { type Permission, permissions, type Role } from "../../api/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";

/** The names of rights that need a key of all tenants begin with this. */
const OF_ALL_TENANTS = "all.";

/** Throws `permission_denied` unless a role of the caller's key has the right. */
export function requirePermission(caller: Caller, needed: Permission): void {
  const allowed: readonly Role[] = Object.hasOwn(permissions, needed) ? permissions[needed] : [];
  const { roles } = caller;
  if (!roles.some((role) => allowed.includes(role))) {
    throw new AbpError("permission_denied", `The key ${caller.name} has no role with the right ${needed}.`, {
      details: { permission: needed, roles, needs: allowed },
    });
  }
  if (!needed.startsWith(OF_ALL_TENANTS) || caller.seesAll === true) return;
  throw new AbpError("permission_denied", `The right ${needed} needs a key whose tenant is "*".`, {
    details: { permission: needed, tenant: caller.tenant },
  });
}
