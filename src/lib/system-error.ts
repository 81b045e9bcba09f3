const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EEXIST: "a file is in its place",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of the path is not a directory",
  ELOOP: "a link that leads nowhere",
  ENOSPC: "no space left",
  EDQUOT: "the disk quota is used up",
  EROFS: "read-only file system",
  ENAMETOOLONG: "the path is too long",
};

/** Describes an error of the file system in a few words. Unknown codes are returned as they are. */
export function reasonOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" ? (REASONS[code] ?? code) : "unknown error";
}
