import { type holdsFor, type Owned, ownFilter } from "../rights.ts";

type Viewer = Parameters<typeof holdsFor>[0];

/** Whose records a caller gets that asks for those of a tenant, or of none in particular; undefined if it may see none of them. */
export function scopeOf(viewer: Viewer, tenant: string | undefined): Partial<Owned> | undefined {
  const own = ownFilter(viewer);
  if (tenant === undefined) return own;
  return own.tenant === undefined || own.tenant === tenant ? { ...own, tenant } : undefined;
}
