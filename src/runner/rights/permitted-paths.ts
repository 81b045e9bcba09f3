import { realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { refused } from "./refusal.ts";

const SETTING = "runs.allowed_roots";

/** The directories that a submission may name. */
export interface PathRights {
  readonly allowedRoots: readonly string[];
  /** Whether any directory may be named, as with the local admin key. */
  readonly anyRoot: boolean;
}

/**
 * The real path of a directory that a run works in. Throws `run_source_refused` for one that is not below an allowed root, with the
 * same words whether it exists or not.
 */
export function permittedRoot(path: string, rights: PathRights): string {
  const real = realPathOf(path);
  if (real !== undefined && isPermitted(real, rights) && isDirectory(real)) return real;
  const message = `${JSON.stringify(path)} is no directory below one of \`${SETTING}\``;
  throw refused("workspace.root", message, SETTING);
}

/** Throws `run_source_refused` if a file that the agent is told to look at is neither in the root nor below an allowed one. */
export function requirePermittedFiles(
  files: readonly string[],
  root: string,
  { allowedRoots, anyRoot }: PathRights,
): void {
  if (anyRoot) return;
  for (const [index, file] of files.entries()) {
    const real = file.includes("\0") ? undefined : realPathOf(resolve(root, file));
    if (real !== undefined && isPermitted(real, { allowedRoots: [...allowedRoots, root], anyRoot })) continue;
    const message = `${JSON.stringify(file)} is no file of the workspace`;
    throw refused(`context.files[${index}]`, message, SETTING);
  }
}

function isPermitted(real: string, { allowedRoots, anyRoot }: PathRights): boolean {
  return anyRoot || allowedRoots.some((root) => isBelow(real, realPathOf(root)));
}

function isBelow(real: string, base: string | undefined): boolean {
  if (base === undefined) return false;
  return real === base || real.startsWith(base.endsWith(sep) ? base : `${base}${sep}`);
}

/** Without links; undefined if there is nothing, or the path is relative: it would depend on where the daemon was started. */
function realPathOf(path: string): string | undefined {
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // What cannot be resolved cannot be permitted.
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
