import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { TokenSource } from "./bearer-token.ts";

/** How often the file is looked at, at most. */
const LOOK_MS = 1000;
const MAX_FILE_BYTES = 64 * 1024;

/** A token in a file that something else renews. It is read again when the file has changed. */
export function tokenFile(path: string): TokenSource {
  let last: { readonly version: string; readonly text: string } | undefined;
  return {
    read: async () => {
      const file = await openFile(path);
      try {
        const stats = await file.stat({ bigint: true });
        if (!stats.isFile()) throw new Error(`${path} is not a file`);
        const { mtimeNs, size, ino, dev } = stats;
        const version = [mtimeNs, size, ino, dev].join(" ");
        if (last?.version !== version) last = { version, text: await readText(file, path) };
        return last.text;
      } finally {
        await file.close();
      }
    },
    freshMs: LOOK_MS,
    maxAgeMs: LOOK_MS,
    advice: "Write the token into the engine's `credential_file`, and let this user read it.",
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // A pipe would otherwise wait for its writer.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new Error(
      `the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`,
    );
  }
}

async function readText(file: FileHandle, path: string): Promise<string> {
  const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
  if (bytesRead > MAX_FILE_BYTES) throw new Error(`the file ${path} is larger than ${MAX_FILE_BYTES} bytes`);
  return buffer.toString("utf8", 0, bytesRead);
}
