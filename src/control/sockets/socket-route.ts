import { API_PREFIX, type Route, type RouteName, routes } from "../../api/index.ts";

/** A route that takes a WebSocket, with the parameters of a path. */
export interface FoundSocketRoute {
  readonly route: Route & { readonly name: RouteName };
  readonly params: Readonly<Record<string, string>>;
}

const patterns = routes
  .filter((route: Route) => route.takesSocket === true)
  .map((route) => ({
    route,
    pattern: new RegExp(`^${API_PREFIX}${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/** Finds the route of a WebSocket by the path of its address; undefined if there is none. */
export function findSocketRoute(path: string): FoundSocketRoute | undefined {
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match !== null) return { route, params: { ...match.groups } };
  }
  return undefined;
}
