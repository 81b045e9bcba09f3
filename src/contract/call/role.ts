/** What a key may do, from the least to the most. Each role may do what those before it may, but a `viewer` calls no model. */
export const keyRoles = ["caller", "viewer", "operator", "admin"] as const;
export type KeyRole = (typeof keyRoles)[number];

/** The roles of which a key needs one to call models. */
export const modelCallRoles = ["caller", "operator", "admin"] as const satisfies readonly KeyRole[];

/** The tenant of a key that reads the records of all tenants. Its own calls are recorded for `receipts.tenant`. */
export const ALL_TENANTS = "*";
