import type { KeyEntry, KeySet } from "../../receipts/index.ts";

export type KeyStatus = "in_force" | "ended" | "revoked";

type Statements = { readonly revocations: readonly Pick<KeySet["revocations"][number], "key_id">[] };
type Validity = Pick<KeyEntry, "key_id" | "not_after">;

export function statusOf(set: Statements, entry: Validity): KeyStatus {
  if (set.revocations.some((one) => one.key_id === entry.key_id)) return "revoked";
  return entry.not_after === null ? "in_force" : "ended";
}

/** The id of the key that signs; undefined if every key has ended or was revoked. */
export function keyIdInForce(set: Statements & { readonly keys: readonly Validity[] }): string | undefined {
  return set.keys.findLast((one) => statusOf(set, one) === "in_force")?.key_id;
}

/** The file with the public key set, in a directory of keys. */
export const KEY_SET_FILE = "keys.json";
/** The file whose lock excludes other changes of the key set. */
export const KEY_LOCK_FILE = "lock";

/** The name of the file that holds the private part of a key. */
export function privateKeyFile(keyId: string): string {
  return `${keyId}.key`;
}
