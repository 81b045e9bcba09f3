import { chmodSync, mkdirSync } from "node:fs";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Opens the directory of all stages, and makes it with mode 0700 if it is missing. Throws `directory_unusable` if it is a
 * link, belongs to somebody else, or is writable by others: then somebody could put their own tree in the place of a stage.
 */
export function openStagesDirectory(path: string): Directory {
  try {
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(path, 0o700);
  } catch (error) {
    throw unusable(path, `cannot be made: ${reasonOf(error)}`, error);
  }
  return openChecked(path);
}

/** Undefined if the directory does not exist. */
export function findStagesDirectory(path: string): Directory | undefined {
  try {
    return openChecked(path);
  } catch (error) {
    const cause = (error as { readonly cause?: { readonly code?: unknown } }).cause;
    if (cause?.code === "ENOENT") return undefined;
    throw error;
  }
}

function openChecked(path: string): Directory {
  let directory: Directory;
  try {
    directory = Directory.open(Buffer.from(path).toString("latin1"));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const isLink = code === "ELOOP" || code === "ENOTDIR";
    throw unusable(
      path,
      isLink ? "is a link or no directory" : `cannot be opened: ${reasonOf(error)}`,
      error,
    );
  }
  const { uid, mode } = directory.status();
  const fault =
    uid !== process.geteuid?.()
      ? "belongs to another user"
      : (mode & WRITABLE_BY_OTHERS) !== 0
        ? "is writable by other users"
        : undefined;
  if (fault === undefined) return directory;
  directory.close();
  throw unusable(path, fault);
}

function unusable(path: string, fault: string, cause?: unknown): AbpError {
  return new AbpError("directory_unusable", `The directory of stages ${fault}: ${path}`, {
    where: path,
    cause,
  });
}
