import type { Dialect, Endpoint } from "../../dialects/index.ts";

/** A path as its dialect understands it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly model: string | undefined;
  readonly query: URLSearchParams;
}

interface CompiledEndpoint {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
}

/** Finds the endpoint of a method and path. */
export type Router = (method: string, path: string) => Route | undefined;

export function openRouter(dialect: Dialect): Router {
  // The simulator keeps nothing that other endpoints could be about.
  const compiled = dialect.endpoints.filter(({ operation }) => operation !== "pass").map(compile);
  return (method, path) => {
    const cut = path.indexOf("?");
    const pathname = cut === -1 ? path : path.slice(0, cut);
    for (const { endpoint, pattern } of compiled) {
      const match = endpoint.method === method ? pattern.exec(pathname) : null;
      if (match === null) continue;
      const query = new URLSearchParams(cut === -1 ? "" : path.slice(cut + 1));
      return { endpoint, model: decode(match.groups?.["model"]), query };
    }
    return undefined;
  };
}

function compile(endpoint: Endpoint): CompiledEndpoint {
  const source = endpoint.path
    .split(/:([a-z]+)(?=[/:]|$)/)
    .map((piece, index) =>
      index % 2 === 0 ? piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : `(?<${piece}>[^/]+?)`,
    )
    .join("");
  return { endpoint, pattern: new RegExp(`^${source}/?$`) };
}

function decode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign stands for itself.
  }
}
