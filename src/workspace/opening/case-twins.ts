import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { AbpError } from "../../contract/index.ts";
import { displayPath } from "../manifest/display-path.ts";
import type { TreePlan } from "../walk/tree-plan.ts";

/** Whether a directory takes names that differ only in case for one name. It must be empty. */
export function isCaseInsensitive(directory: string): boolean {
  const probe = `${directory}/.abp-case`;
  mkdirSync(probe);
  try {
    lstatSync(`${directory}/.ABP-CASE`);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(probe);
  }
}

/** Throws `workspace_staging_failed` if two names of a directory would be one file in a stage that ignores case. */
export function checkNames(plan: TreePlan): void {
  const seen = new Map<string, string>();
  const check = (rawPath: string) => {
    const path = displayPath(rawPath);
    const folded = path.normalize("NFC").toLowerCase();
    const twin = seen.get(folded);
    if (twin === undefined) return void seen.set(folded, path);
    throw new AbpError(
      "workspace_staging_failed",
      `The disk of the stage does not distinguish upper and lower case, and these names differ in nothing else: ${twin} and ${path}`,
      {
        advice: "Exclude one of them with --exclude, or choose another `workspace_dir`.",
        details: { paths: [twin, path] },
      },
    );
  };
  for (const { rawPath, files, links } of plan.directories) {
    check(rawPath);
    for (const name of [...files, ...links]) check(rawPath === "" ? name : `${rawPath}/${name}`);
  }
}
