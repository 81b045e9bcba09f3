import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { archiveError } from "./archive-error.ts";
import type { EntrySink } from "./read-tar.ts";

/** Counts the entries of an archive without writing them. */
export const noFiles: EntrySink = {
  directory: async () => undefined,
  file: async (_parts, _isExecutable, content) => {
    for await (const _ of content);
  },
};

/**
 * Writes the entries of an archive below a directory that is empty and private. Nothing there is a link, so that no entry can lead out
 * of it.
 */
export function entryFiles(directory: string): EntrySink {
  const make = (parts: readonly string[]) =>
    mkdir(join(directory, ...parts), { recursive: true, mode: 0o700 });
  return {
    directory: async (parts) => {
      await place(parts, () => make(parts));
    },
    file: async (parts, isExecutable, content) => {
      const path = join(directory, ...parts);
      const handle = await place(parts, async () => {
        await make(parts.slice(0, -1));
        return open(path, "wx", isExecutable ? 0o700 : 0o600);
      });
      try {
        for await (const part of content) await handle.writeFile(part);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Names are used once, and a file is no directory. */
async function place<Result>(parts: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR")
      throw archiveError("two entries need the same name", parts.join("/"));
    throw error;
  }
}
