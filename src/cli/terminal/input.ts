import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { Terminal } from "./terminal.ts";

/** Reads a file, or standard input for `-`. */
export async function readInput(terminal: Terminal, path: string): Promise<Uint8Array> {
  if (path === "-") return terminal.host.readStdin();
  try {
    return await readFile(resolve(terminal.host.cwd, path));
  } catch (error) {
    throw new AbpError("input_unreadable", `cannot be read (${reasonOf(error)})`, {
      where: path,
      cause: error,
    });
  }
}

/** The name of an input in messages. */
export function inputName(path: string): string {
  return path === "-" ? "(standard input)" : path;
}
