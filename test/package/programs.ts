import { closeSync, existsSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../eventually.ts";
import { type BuiltPackage, buildPackage, buildPackageIn, repository } from "./built-package.ts";

/**
 * A program of `bin/`, by file name. It runs the build of the package, which starts in half of the time that the sources need.
 * The first file of a run that starts a program builds it. Outside of a run of all tests, and while somebody edits the sources,
 * it is the program of the checkout.
 */
export async function programsFolder(): Promise<string> {
  const directory = process.env["TEST_PACKAGE"] ?? "";
  return join(directory === "" ? repository : await buildShared(directory), "bin");
}

/** The build that all files of a run share; outside of such a run one of its own. It must stay as it is. */
export async function sharedPackage(): Promise<BuiltPackage> {
  const directory = process.env["TEST_PACKAGE"] ?? "";
  if (directory === "") return buildPackage();
  return { root: await buildShared(directory), [Symbol.asyncDispose]: async () => undefined };
}

async function buildShared(directory: string): Promise<string> {
  const built = join(directory, "built");
  const failed = join(directory, "failed");
  if (existsSync(built)) return built;
  if (isFirst(join(directory, "begun"))) {
    try {
      await buildPackageIn(join(directory, "building"));
      renameSync(join(directory, "building"), built);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  await until(() => existsSync(built) || existsSync(failed));
  if (existsSync(failed))
    throw new Error("the package could not be built, as another file of this run shows");
  return built;
}

/** Whether no other process of this run has begun. */
function isFirst(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch {
    return false;
  }
}
