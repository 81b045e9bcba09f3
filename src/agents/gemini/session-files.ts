import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";

const FILE = /^session-.*-([0-9a-f]{8})\.jsonl?$/;

/**
 * Renames the files of a session. Gemini CLI names a file after the minute and the session; if it continues one in the minute
 * of its end, it first overwrites the file that it should read. It finds the session under any name.
 */
export async function setAsideSession(home: string, session: string): Promise<void> {
  const projects = join(home, ".gemini", "tmp");
  let count = 0;
  for (const project of await entries(projects)) {
    const folder = join(projects, project, "chats");
    for (const name of await entries(folder)) {
      if (FILE.exec(name)?.[1] !== session.slice(0, 8)) continue;
      count += 1;
      const place = `session-earlier-${Date.now()}-${count}-${session.slice(0, 8)}${name.slice(name.lastIndexOf("."))}`;
      await rename(join(folder, name), join(folder, place));
    }
  }
}

/** The names in a directory; none if there is no directory. */
async function entries(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
