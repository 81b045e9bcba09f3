import { join } from "node:path";
import { agents } from "../../agents/index.ts";
import { PROJECT_FILE_NAME } from "../../config/index.ts";

/** What other programs execute or obey when they work in a directory: repository data and hooks, settings of agents and editors. */
const names = [
  ...[".git", PROJECT_FILE_NAME, ".cursor", ".idea", ".vscode"],
  ...agents.flatMap(({ repositorySettings }) => repositorySettings.leftOut.map(({ path }) => path)),
];

/** The paths of a workspace without a copy that an agent in a sandbox may not write. A copy needs none: only its patch leaves it. */
export function protectedPaths(root: string): string[] {
  return [...new Set(names)].map((name) => join(root, name));
}
