import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The path of a file that belongs to one tenant; any name of a tenant makes a name of a file. */
export function tenantPath(directory: string, prefix: string, tenant: string): string {
  return join(directory, `${prefix}${encodeURIComponent(tenant)}`);
}

/** The tenants that have a file with this prefix, each with its path. Leaves out names that `tenantPath` does not make. */
export function listTenantFiles(directory: string, prefix: string): [tenant: string, path: string][] {
  return readdirSync(directory).flatMap((name): [string, string][] => {
    const tenant = name.startsWith(prefix) ? decode(name.slice(prefix.length)) : undefined;
    return tenant === undefined ? [] : [[tenant, join(directory, name)]];
  });
}

function decode(text: string): string | undefined {
  try {
    const tenant = decodeURIComponent(text);
    return encodeURIComponent(tenant) === text ? tenant : undefined;
  } catch {
    // The percent sign of a foreign or temporary file begins no character.
    return undefined;
  }
}
