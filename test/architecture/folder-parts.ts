import { posix } from "node:path";

/** The deepest folder that has both files in it or below it; `.` if they share none. */
export function sharedFolder(one: string, other: string): string {
  let folder = posix.dirname(one);
  while (folder !== "." && !other.startsWith(`${folder}/`)) folder = posix.dirname(folder);
  return folder;
}

/** The part of `folder` that has the file: a subfolder, with a slash at the end, or the file itself. */
export function partOf(path: string, folder: string): string {
  const [first, ...rest] = path.slice(folder.length + 1).split("/");
  return rest.length === 0 ? first! : `${first}/`;
}
