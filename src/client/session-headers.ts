import type { CompatibilityMode } from "../contract/index.ts";

/** The response header that names the run. */
export const RUN_ID_HEADER = "x-abp-run-id";

export interface CallSettings {
  /** The engine for all calls, whatever their model. */
  readonly engine?: string | undefined;
  /** `strict` refuses every loss, `best_effort` discloses it. Sent as `X-ABP-Compatibility`. */
  readonly mode?: CompatibilityMode | undefined;
  /** Authenticates the client to the gateway, as `X-ABP-Key`. The vendor's key is not changed. */
  readonly key?: string | undefined;
}

/** Writes the settings as request headers, names and values in turn. */
export function settingHeaders({ engine, mode, key }: CallSettings): string[] {
  const headers: string[] = [];
  if (engine !== undefined) headers.push("x-abp-engine", engine);
  if (mode !== undefined) headers.push("x-abp-compatibility", mode);
  if (key !== undefined) headers.push("x-abp-key", key);
  return headers;
}
