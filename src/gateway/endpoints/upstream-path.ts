import type { Engine } from "../../engines/index.ts";
import type { Recognised } from "../exchange.ts";

/**
 * The path and query below the engine's base URL. An upload goes on at the address that the vendor gave for it, and a model that
 * the route renames has its new name.
 */
export function upstreamPath(
  { path, parameters, endpoint }: Recognised,
  engine: Pick<Engine, "location">,
  address: string | undefined,
  model: string | undefined,
): { readonly path: string; readonly origin?: string } {
  if (address !== undefined) return pathOfAddress(engine.location, address);
  const named = parameters["model"];
  if (model === undefined || named === undefined || !endpoint.path.includes("/:model")) return { path };
  const spelled = [encodeURIComponent(named), named].find((one) => path.includes(`/${one}`));
  return {
    path: spelled === undefined ? path : path.replace(`/${spelled}`, `/${encodeURIComponent(model)}`),
  };
}

function pathOfAddress(
  location: string,
  address: string,
): { readonly path: string; readonly origin?: string } {
  const url = new URL(address);
  const base = URL.parse(location);
  const path = url.pathname + url.search;
  if (base === null || base.origin !== url.origin) return { path, origin: url.origin };
  const prefix = base.pathname.replace(/\/+$/, "");
  return { path: prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path };
}
