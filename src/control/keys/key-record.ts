import { CallerKeyConfig, type Config } from "../../config/index.ts";
import { ALL_TENANTS, formatTimestamp } from "../../contract/index.ts";
import type { StoredAccessKey } from "../../storage/index.ts";
import type { RouteOf } from "../control-request.ts";
import type { Owned } from "../rights.ts";

/** The settings of a key, without its token. */
export type KeySettings = Omit<CallerKeyConfig, "token" | "token_sha256">;

/** A key of the configuration, or one that was made at run time. */
export interface KeyRecord {
  readonly name: string;
  readonly settings: KeySettings;
  /** Undefined for a key of the configuration. */
  readonly createdAt?: Date | undefined;
  readonly revokedAt?: Date | undefined;
}

/** A key, as answers show it. */
export type ShownKey = Extract<RouteOf<"set_key">["answer"], { _output: unknown }>["_output"];

/** All keys by name. Each name is either in the store or in the configuration. */
export function listRecords(all: Config["keys"], rows: readonly StoredAccessKey[]): KeyRecord[] {
  const stored = rows.flatMap(recordOf);
  const names = new Set(rows.map(({ name }) => name));
  const configured = Object.entries(all)
    .filter(([name]) => !names.has(name))
    .map(([name, key]) => ({ name, settings: withoutToken(key) }));
  return [...configured, ...stored].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whom the records of a key belong to. `tenant` is the default one. */
export function ownedBy({ name, settings }: Pick<KeyRecord, "name" | "settings">, tenant: string): Owned {
  if (settings.tenant === undefined || settings.tenant === ALL_TENANTS)
    return { tenant, owner: `key:${name}` };
  return { tenant: settings.tenant, owner: `tenant:${settings.tenant}` };
}

export function showKey({ name, settings, createdAt, revokedAt }: KeyRecord): ShownKey {
  return {
    name,
    tenant: settings.tenant ?? null,
    roles: settings.roles ?? ["caller"],
    engines: settings.engines,
    endpoints: settings.endpoints ?? null,
    mode: settings.mode ?? null,
    allow_loss: settings.allow_loss ?? null,
    max_concurrent: settings.max_concurrent ?? null,
    source: createdAt === undefined ? "configuration" : "run_time",
    created_at: createdAt === undefined ? null : formatTimestamp(createdAt),
    revoked_at: revokedAt === undefined ? null : formatTimestamp(revokedAt),
  };
}

// The daemon refuses a key that cannot be read, and reports it.
function recordOf({ name, settings, createdAt, revokedAt }: StoredAccessKey): KeyRecord[] {
  try {
    return [
      { name, settings: withoutToken(CallerKeyConfig.parse(JSON.parse(settings))), createdAt, revokedAt },
    ];
  } catch {
    return [];
  }
}

/** The settings of a key. */
export function withoutToken({ token: _, token_sha256: __, ...settings }: CallerKeyConfig): KeySettings {
  return settings;
}
