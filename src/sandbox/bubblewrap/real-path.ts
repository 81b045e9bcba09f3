import { realpathSync } from "node:fs";

/** The path without links, or the path as it is if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
