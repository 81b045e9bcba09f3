import { sep } from "node:path";

/** Whether `path` is `directory` or lies below it. Both are absolute and normalised. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}
