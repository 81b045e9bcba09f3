import { archiveError } from "./archive-error.ts";

const MAX_PATH_BYTES = 3072;
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 128;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The parts of the name of an entry; none for the root itself. Throws `run_source_invalid` for a name that is absolute, that leads
 * upwards, that is not plain, and for the files of a repository, which can name programs.
 */
export function partsOfName(name: string): readonly string[] {
  if (name === "") throw archiveError("an entry has no name");
  if (name.startsWith("/")) throw archiveError("a name is absolute", name);
  if (CONTROL.test(name)) throw archiveError("a name holds control characters", name);
  if (Buffer.byteLength(name) > MAX_PATH_BYTES) throw archiveError("a name is too long", name);
  const parts = name.replace(/\/$/, "").split("/");
  if (parts[0] === ".") parts.shift();
  for (const part of parts) {
    if (part === "" || part === "." || part === "..") throw archiveError("a name is not plain", name);
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) throw archiveError("a name is too long", name);
    if (part.toLowerCase() === ".git") throw archiveError("it holds a repository of git", name);
  }
  if (parts.length > MAX_DEPTH) throw archiveError("a name has too many directories", name);
  return parts;
}
