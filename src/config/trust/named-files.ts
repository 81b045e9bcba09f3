import { createHash } from "node:crypto";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { isTable, listValuesOf } from "../schema/key-path.ts";
import { parseRaw } from "./file-keys.ts";
import { MAX_PROJECT_FILE_BYTES, type ProjectFile } from "./project-file.ts";

/** The SHA-256 of files, by absolute path. */
export type FileDigests = Readonly<Record<string, string>>;

/**
 * Digests the files in the project's directory that hold a secret for the project file (`token_file = "token"`). Whoever
 * writes the repository writes them too, so that they are part of the trusted content.
 */
export function digestNamedFiles(project: ProjectFile): FileDigests {
  const named = listValuesOf(parseRaw(project.bytes) ?? {}).flatMap(({ path, value }) =>
    path.at(-1)!.endsWith("_file") && typeof value === "string"
      ? [resolve(dirname(project.path), value)]
      : [],
  );
  const digests = named
    .filter((file) => isInProject(project, file))
    .map((file) => [file, digestOf(file)] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return Object.fromEntries(digests);
}

/** The names of the caller keys whose token is in a file. */
export function listKeysWithSecret(project: ProjectFile, file: string): string[] {
  const { keys } = parseRaw(project.bytes) ?? {};
  return Object.entries(isTable(keys) ? keys : {}).flatMap(([name, entry]) => {
    const named = isTable(entry) ? entry["token_file"] : undefined;
    return typeof named === "string" && resolve(dirname(project.path), named) === file ? [name] : [];
  });
}

/** Whether a file is in the directory of a project file, by its own path or by that of the file it links to. */
export function isInProject(project: ProjectFile, file: string): boolean {
  const directory = dirname(project.path);
  return [file, realPath(file)].some((path) => {
    const inside = relative(directory, path);
    return inside !== ".." && !inside.startsWith("../");
  });
}

/** The SHA-256 of a text. */
export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

// Of the decoded text, as the loader reads it. A file that is none is left out, and fails when it is loaded.
function digestOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MAX_PROJECT_FILE_BYTES) return undefined;
  return digestText(new TextDecoder().decode(readFileSync(file)));
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // Reading it reports why.
  }
}
