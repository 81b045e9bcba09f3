import { realpathSync } from "node:fs";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";

/** The directory that is staged. */
export interface StageSource {
  /** Absolute path without links. */
  readonly path: string;
  /** The same with one character per byte. */
  readonly rawPath: string;
  readonly directory: Directory;
}

/** Throws `workspace_init_failed` if the path is no directory that can be read. */
export function openSource(path: string): StageSource {
  try {
    const rawPath = realpathSync.native(path, "latin1");
    return { path: realpathSync.native(path), rawPath, directory: Directory.open(rawPath) };
  } catch (error) {
    throw new AbpError("workspace_init_failed", `The workspace cannot be opened: ${reasonOf(error)}`, {
      where: path,
      advice: "Name a directory that exists and can be read.",
      cause: error,
    });
  }
}
