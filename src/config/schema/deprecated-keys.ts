import { formatKeyPath } from "../../contract/index.ts";
import type { KeyPath } from "./key-path.ts";

/** A renamed key. The old name still works, with a warning. */
export interface DeprecatedKey {
  readonly path: KeyPath;
  readonly replacement: KeyPath;
}

export const deprecatedKeys: readonly DeprecatedKey[] = [
  { path: ["backend"], replacement: ["default_backend"] },
  { path: ["receipt_dir"], replacement: ["receipts_dir"] },
  { path: ["bind"], replacement: ["bind_address"] },
];

/** Finds the renamed key with this old path. */
export function findDeprecated(keys: readonly DeprecatedKey[], path: KeyPath): DeprecatedKey | undefined {
  const wanted = formatKeyPath(path);
  return keys.find((one) => formatKeyPath(one.path) === wanted);
}
