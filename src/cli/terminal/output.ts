import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { Terminal } from "./terminal.ts";

/** A file that this command has created. */
export interface NewFile {
  /** As the user wrote it. */
  readonly name: string;
  readonly path: string;
  readonly handle: FileHandle;
}

/** Creates a file. Throws `output_exists` instead of opening an existing one, and `output_unwritable`. */
export async function createFile(terminal: Terminal, name: string): Promise<NewFile> {
  const path = resolve(terminal.host.cwd, name);
  try {
    return { name, path, handle: await open(path, "wx") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new AbpError("output_exists", "already exists", { where: name, cause: error });
    }
    throw unwritable(name, error);
  }
}

/** Writes a new file. Throws `output_exists` instead of overwriting one. */
export async function writeOutput(
  terminal: Terminal,
  name: string,
  text: string | Uint8Array,
): Promise<void> {
  const { handle } = await createFile(terminal, name);
  try {
    await handle.writeFile(text);
  } catch (error) {
    throw unwritable(name, error);
  } finally {
    await handle.close();
  }
}

/** Removes a file that `createFile` made. */
export async function removeFile({ handle, path }: NewFile): Promise<void> {
  // It may be closed already.
  await handle.close().catch(() => undefined);
  await rm(path, { force: true });
}

/** The error for a file that cannot be written. */
export function unwritable(name: string, cause: unknown): AbpError {
  return new AbpError("output_unwritable", `cannot be written (${reasonOf(cause)})`, { where: name, cause });
}
