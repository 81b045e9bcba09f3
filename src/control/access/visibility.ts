/** Whose records a caller sees: those of its owner, or all. */
export interface Viewer {
  readonly tenant: string;
  readonly owner: string;
  /** Set for a key of all tenants. */
  readonly seesAll?: boolean;
}

/** A record that belongs to somebody. */
export interface OwnedRecord {
  readonly tenant: string;
  readonly owner: string;
}

/** Whether a caller may know of a record. To all others it does not exist. */
export function isVisible(viewer: Viewer, { tenant, owner }: OwnedRecord): boolean {
  return viewer.seesAll === true || (viewer.tenant === tenant && viewer.owner === owner);
}

/** Whose records a list holds. */
export interface RecordScope {
  /** Undefined for those of all tenants. */
  readonly tenant?: string | undefined;
  /** Undefined for those of all owners. */
  readonly owner?: string | undefined;
}

/** Whose records a caller gets that asks for those of a tenant, or of none in particular; undefined if it may see none of them. */
export function scopeOf(viewer: Viewer, tenant?: string): RecordScope | undefined {
  if (viewer.seesAll === true) return { tenant };
  if (tenant !== undefined && tenant !== viewer.tenant) return undefined;
  return { tenant: viewer.tenant, owner: viewer.owner };
}
