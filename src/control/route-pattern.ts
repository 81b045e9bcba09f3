import { API_PREFIX, type Route } from "../api/index.ts";

/** The path of a route as hono writes it: `/abp/v1/runs/:run_id`. */
export function honoPath({ path }: Pick<Route, "path">): string {
  return API_PREFIX + path.replace(/\{(\w+)\}/g, ":$1");
}

/** Finds the methods that a path takes, among the routes. */
export function methodsOf(routes: readonly Route[]): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${(API_PREFIX + path).replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.includes("GET") ? [...methods, "HEAD"] : methods;
  };
}
