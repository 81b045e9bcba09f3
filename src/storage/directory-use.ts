import { AbpError } from "../contract/index.ts";
import { reasonOf } from "../lib/index.ts";

/** What names the directory: a key of the configuration, or a variable. */
export type DirectorySetting = "receipts_dir" | "receipts.keys_dir" | "ABP_HOME";

const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOENT",
  "ENOTDIR",
  "EEXIST",
  "EISDIR",
  "ELOOP",
  "ENAMETOOLONG",
  "ENOSPC",
  "EDQUOT",
]);
// https://www.sqlite.org/rescode.html: SQLITE_PERM, SQLITE_READONLY, SQLITE_FULL, SQLITE_CANTOPEN.
const SQLITE_REASONS: ReadonlyMap<number, string> = new Map([
  [3, "permission denied"],
  [8, "it is read-only"],
  [13, "no space left"],
  [14, "a file in it cannot be opened"],
]);

/** Does work in a directory. Throws `directory_unusable` if the directory is the reason that the work fails. */
export async function useDirectory<T>(
  directory: string,
  setting: DirectorySetting,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw directoryError(error, directory, setting) ?? error;
  }
}

/** The error of the file system or of SQLite as `directory_unusable`; undefined if the directory is not the reason. */
export function directoryError(
  error: unknown,
  directory: string,
  setting: DirectorySetting,
): AbpError | undefined {
  if (AbpError.is(error)) return undefined;
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  const reason = SYSTEM_CODES.has(code)
    ? reasonOf(error)
    : typeof errcode === "number"
      ? SQLITE_REASONS.get(errcode & 0xff)
      : undefined;
  if (reason === undefined) return undefined;
  return new AbpError("directory_unusable", `the directory cannot be used (${reason})`, {
    where: directory,
    advice: `Set \`${setting}\` to a directory that this user can write to, or free space on its disk.`,
    cause: error,
  });
}
