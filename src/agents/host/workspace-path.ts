import { isAbsolute, relative, resolve } from "node:path";

/** A path relative to the workspace, as events name files. A path outside of it stays as it is. */
export function workspacePath(root: string, path: string): string {
  const inside = relative(resolve(root), resolve(root, path));
  return inside === "" || inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? path : inside;
}
