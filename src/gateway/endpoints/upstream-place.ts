import type { Recognised } from "../exchange/admission.ts";

/** Where a call goes. */
export interface UpstreamPlace {
  /** The path and query below the engine's base URL, or below `origin`. */
  readonly path: string;
  readonly origin?: string;
}

/**
 * Where a call goes: an upload goes on at the very address that the vendor gave for it, and a model that the route renames has
 * its new name, in the path or in the query.
 */
export function upstreamPlace(
  { path, parameters, endpoint }: Recognised,
  address: string | undefined,
  model: string | undefined,
): UpstreamPlace {
  if (address !== undefined) {
    const { origin, pathname, search } = new URL(address);
    return { path: pathname + search, origin };
  }
  if (model === undefined) return { path };
  const named = parameters["model"];
  if (named === undefined || !endpoint.path.includes("/:model")) return { path: renameInQuery(path, model) };
  const spelled = [encodeURIComponent(named), named].find((one) => path.includes(`/${one}`));
  return {
    path: spelled === undefined ? path : path.replace(`/${spelled}`, `/${encodeURIComponent(model)}`),
  };
}

// Only the model's own bytes change; the other parameters stay as the caller wrote them.
function renameInQuery(path: string, model: string): string {
  return path.replace(/([?&]model=)[^&]*/, (_, start: string) => start + encodeURIComponent(model));
}
