/** The caller with the key of the machine's owner, if no key is configured. */
export const OWNER_NAME = "owner";
/** The caller with the admin key of the machine. */
export const LOCAL_ADMIN_NAME = "local-admin";
