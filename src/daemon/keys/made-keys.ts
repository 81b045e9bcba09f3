import { CallerKeyConfig, type Config } from "../../config/index.ts";
import type { StoredAccessKey } from "../../storage/index.ts";

/** The keys of the store that are not revoked, as entries of `[keys]`. `report` takes the name of one that cannot be read; nobody can call with it. */
export function madeKeysOf(
  rows: readonly StoredAccessKey[],
  report: (name: string, error: unknown) => void,
): Config["keys"] {
  const keys: Config["keys"] = Object.create(null);
  for (const { name, tokenSha256, settings, revokedAt } of rows) {
    if (revokedAt !== undefined) continue;
    try {
      keys[name] = { ...CallerKeyConfig.parse(JSON.parse(settings)), token_sha256: tokenSha256 };
    } catch (error) {
      report(name, error);
    }
  }
  return keys;
}
