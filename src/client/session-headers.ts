import type { CompatibilityMode } from "../contract/index.ts";

/** The response header that names the run. */
export const RUN_ID_HEADER = "x-abp-run-id";

/** What a client asks of the gateway for all its calls. */
export interface CallWishes {
  /** The engine that calls go to, whatever their model. */
  readonly engine?: string | undefined;
  /** Whether an advisory loss is refused (`strict`) or disclosed. */
  readonly mode?: CompatibilityMode | undefined;
  /** The key that names the caller to the gateway; the vendor's own key stays what it is. */
  readonly key?: string | undefined;
}

/** The request headers that say so, names and values in turn. */
export function wishHeaders({ engine, mode, key }: CallWishes): string[] {
  const headers: string[] = [];
  if (engine !== undefined) headers.push("x-abp-engine", engine);
  if (mode !== undefined) headers.push("x-abp-compatibility", mode);
  if (key !== undefined) headers.push("x-abp-key", key);
  return headers;
}
