import { displayPath } from "../manifest/display-path.ts";
import type { Diffstat, FileStat } from "./diffstat.ts";

/** Reads the output of `git diff-tree --numstat -z`: `added TAB deleted TAB path NUL`; a rename has two paths after an empty one. */
export function parseNumstat(output: Buffer): Diffstat {
  const fields = output.toString("latin1").split("\0");
  const files: FileStat[] = [];
  for (let index = 0; index < fields.length - 1; index += 1) {
    const [added, deleted, ...rest] = fields[index]!.split("\t");
    const path = rest.join("\t");
    const isRename = path === "";
    const names = isRename
      ? { from: displayPath(fields[index + 1]!), path: displayPath(fields[index + 2]!) }
      : { path: displayPath(path) };
    if (isRename) index += 2;
    const binary = added === "-";
    files.push({
      ...names,
      added: binary ? 0 : Number(added),
      deleted: binary ? 0 : Number(deleted),
      binary,
    });
  }
  const sum = (key: "added" | "deleted"): number => files.reduce((total, file) => total + file[key], 0);
  return { files, added: sum("added"), deleted: sum("deleted") };
}
