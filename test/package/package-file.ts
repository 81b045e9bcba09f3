import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./built-package.ts";

const built = join(process.env["TEST_PACKAGE"] ?? "", "built");
const isBuilt = (process.env["TEST_PACKAGE"] ?? "") !== "" && existsSync(built);
const root = pathToFileURL(`${isBuilt ? built : repository}/`);

/**
 * Stands for `packageFile` of the sources. In a run of all tests it gives the threads, launchers and hosts of the build of the package,
 * which start in half of the time that the sources need.
 */
export function packageFile(path: string): URL {
  const isProgram = path.startsWith("src/");
  return new URL(isProgram && isBuilt ? path.replace(/^src\/(.*)\.ts$/, "dist/$1.js") : path, root);
}
