import { access, constants } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import { pathBelow } from "../manifest/raw-path.ts";
import type { PlanTarget } from "./build-plan.ts";
import { ParentDirectories, parentOf } from "./parent-directories.ts";

/** Throws `output_unwritable` for the first path whose directory exists and cannot be written. Asks once for each directory. */
export async function checkWritable(
  target: PlanTarget,
  rawPaths: readonly string[],
  askFor: (path: Buffer, mode: number) => Promise<void> = access,
): Promise<void> {
  const parents = new ParentDirectories(target.path, target.device);
  const checked = new Set<string>();
  for (const rawPath of rawPaths) {
    const parent = parentOf(rawPath);
    if (checked.has(parent) || (await parents.blockerOf(rawPath)).kind !== "none") continue;
    checked.add(parent);
    try {
      await askFor(pathBelow(target.path, parent), constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new AbpError("output_unwritable", `its directory cannot be written (${reasonOf(error)})`, {
        where: displayPath(rawPath),
        cause: error,
      });
    }
  }
}
