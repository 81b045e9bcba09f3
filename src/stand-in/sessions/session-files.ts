import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Usage } from "../../contract/index.ts";
import { makePrivateDirectory, writeDurableFile } from "../../storage/index.ts";
import type { SessionEntry, SessionTable } from "./session-table.ts";

/** The most conversations that are kept. The oldest are removed. */
const MAX_SESSIONS = 1000;

/** Session ids come from other programs and become file names. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

const Entry = z.object({
  session_id: z.string(),
  cwd: z.string(),
  backend: z.string(),
  turns: z.array(z.object({ run_id: z.string(), prompt: z.string() })),
  usage: Usage.optional(),
});

/** A table with one file for each conversation, so that processes never write the same file at once. */
export class SessionFiles implements SessionTable {
  readonly #directory: string;
  readonly #maxSessions: number;

  constructor(directory: string, maxSessions = MAX_SESSIONS) {
    this.#directory = directory;
    this.#maxSessions = maxSessions;
  }

  async find(sessionId: string): Promise<SessionEntry | undefined> {
    return SAFE_ID.test(sessionId) ? this.#read(`${sessionId}.json`) : undefined;
  }

  async latest(cwd: string): Promise<SessionEntry | undefined> {
    for (const { name } of (await this.#files()).reverse()) {
      const entry = await this.#read(name);
      if (entry?.cwd === cwd) return entry;
    }
    return undefined;
  }

  async record(entry: SessionEntry): Promise<void> {
    if (!SAFE_ID.test(entry.session_id)) return;
    await makePrivateDirectory(this.#directory);
    await writeDurableFile(join(this.#directory, `${entry.session_id}.json`), JSON.stringify(entry), 0o600);
    const files = await this.#files();
    for (const { name } of files.slice(0, Math.max(0, files.length - this.#maxSessions))) {
      await rm(join(this.#directory, name), { force: true });
    }
  }

  /** The files of the table, the oldest first. */
  async #files(): Promise<{ readonly name: string; readonly time: number }[]> {
    const names = await readdir(this.#directory).catch(() => []);
    const files = names.filter((name) => name.endsWith(".json")).map((name) => this.#withTime(name));
    return (await Promise.all(files)).sort((one, other) => one.time - other.time);
  }

  async #withTime(name: string): Promise<{ name: string; time: number }> {
    // Another process may have removed it.
    const time = await stat(join(this.#directory, name)).then(
      (facts) => facts.mtimeMs,
      () => 0,
    );
    return { name, time };
  }

  async #read(name: string): Promise<SessionEntry | undefined> {
    try {
      return Entry.parse(JSON.parse(await readFile(join(this.#directory, name), "utf8")));
    } catch {
      // There is no such file, or it was not written by us.
      return undefined;
    }
  }
}
