import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** The absolute path of a workspace without links; the path as it is where nothing is there. */
export function workspacePath(workingDirectory: string, root: string): string {
  const path = resolve(workingDirectory, root);
  try {
    return realpathSync(path);
  } catch {
    // Staging reports a directory that cannot be read.
    return path;
  }
}
