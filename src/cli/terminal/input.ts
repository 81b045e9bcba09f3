import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { AbpError } from "../../contract/index.ts";
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

/** Describes a file system error in a few words. Unknown codes are returned as they are. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  const words: Record<string, string> = {
    ENOENT: "no such file",
    EACCES: "permission denied",
    EPERM: "not permitted",
    EISDIR: "it is a directory",
    ENOTDIR: "a part of the path is not a directory",
    ELOOP: "a link that leads nowhere",
    ENOSPC: "no space left",
    EROFS: "read-only file system",
  };
  return words[code] ?? code;
}
