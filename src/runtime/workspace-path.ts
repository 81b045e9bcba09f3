import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { AbpError } from "../contract/index.ts";
import { reasonOf } from "./ending/run-end.ts";

/** The absolute path of a workspace without links. Throws `workspace_init_failed` unless it is a directory that can be read. */
export function findWorkspace(workingDirectory: string, root: string): string {
  const path = resolve(workingDirectory, root);
  try {
    const real = realpathSync(path);
    if (!statSync(real).isDirectory()) throw new Error("it is not a directory");
    accessSync(real, constants.R_OK | constants.X_OK);
    return real;
  } catch (cause) {
    throw new AbpError("workspace_init_failed", `The workspace cannot be opened: ${reasonOf(cause)}`, {
      where: path,
      advice: "Name a directory that exists and can be read.",
      cause,
    });
  }
}
