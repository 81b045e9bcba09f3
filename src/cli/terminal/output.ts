import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { Terminal } from "./terminal.ts";

/** Writes a new file. Throws `output_exists` instead of overwriting one. */
export async function writeOutput(
  terminal: Terminal,
  path: string,
  text: string | Uint8Array,
): Promise<void> {
  try {
    await writeFile(resolve(terminal.host.cwd, path), text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new AbpError("output_exists", "already exists", { where: path, cause: error });
    }
    throw new AbpError("output_unwritable", `cannot be written (${reasonOf(error)})`, {
      where: path,
      cause: error,
    });
  }
}
