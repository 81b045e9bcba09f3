import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describeReadError } from "../layers/read-context.ts";

/** The name of a configuration file, of the project and of the user. */
export const PROJECT_FILE_NAME = "backplane.toml";

/** The largest project file, in bytes. */
export const MAX_PROJECT_FILE_BYTES = 1_048_576;

/** A `backplane.toml` that was found in a directory. Its digest and its settings come from the same read. */
export interface ProjectFile {
  /** The absolute path. No directory in it is a symbolic link. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes, in lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** A project file that cannot be read safely. The message says why, without the path. */
export class ProjectFileError extends Error {
  override readonly name = "ProjectFileError";
}

/**
 * Reads a project file once. Gives undefined if there is none.
 * Throws `ProjectFileError` for anything that is not a regular file of at most `MAX_PROJECT_FILE_BYTES`. A symbolic link is
 * not followed, because relative paths in the file would then be resolved against a directory of the link's author.
 *
 * @example
 * import { readProjectFile, TrustStore } from "agent-backplane/config";
 * const project = readProjectFile("/srv/project/backplane.toml");
 * if (project !== undefined) new TrustStore("/home/me/.local/state/abp").add(project, new Date());
 */
export function readProjectFile(file: string): ProjectFile | undefined {
  const path = realPathOf(file);
  let descriptor: number;
  try {
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP") throw new ProjectFileError("it is a symbolic link, which is never followed");
    // A socket cannot be opened.
    if (code === "ENXIO") throw new ProjectFileError("it is not a regular file");
    throw new ProjectFileError(`it cannot be read: ${describeReadError(error, basename(file))}`);
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new ProjectFileError("it is a directory");
    if (!stat.isFile()) throw new ProjectFileError("it is not a regular file");
    return makeProjectFile(path, readBytes(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** Describes bytes that were read from a path. */
export function makeProjectFile(path: string, bytes: Uint8Array): ProjectFile {
  return { path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Resolves the symbolic links in the directories of a path, not in its last part. */
export function realPathOf(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file; // The directory does not exist, so that neither does the file.
  }
}

// The file may grow after its size was read, so the limit applies to the bytes.
function readBytes(descriptor: number): Uint8Array {
  const buffer = Buffer.alloc(MAX_PROJECT_FILE_BYTES + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return Uint8Array.from(buffer.subarray(0, length));
    length += count;
    if (length > MAX_PROJECT_FILE_BYTES)
      throw new ProjectFileError(`it is larger than ${MAX_PROJECT_FILE_BYTES} bytes`);
  }
}
