import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { archiveError } from "./archive-error.ts";
import { noFiles } from "./entry-files.ts";
import { type ArchiveLimits, readArchive } from "./read-archive.ts";

/** How long an archive is kept after it was uploaded. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const DIGEST = /^[0-9a-f]{64}$/;
const TENANT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** An archive that was taken. */
export interface KeptArchive {
  readonly sha256: string;
  readonly bytes: number;
  readonly entries: number;
}

/** The archives that were uploaded for runs, each under the digest of its bytes, apart for each tenant. */
export class ArchiveStore {
  readonly #directory: string;
  readonly #limits: ArchiveLimits;

  constructor(directory: string, limits: ArchiveLimits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  /** Checks an archive and keeps it. Throws `run_source_invalid` for one that breaks a rule or a limit, and leaves nothing then. */
  async keep(tenant: string, bytes: AsyncIterable<Uint8Array>): Promise<KeptArchive> {
    const directory = this.#place(tenant);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const unfinished = join(directory, `${randomUUID()}.new`);
    try {
      const { sha256, size } = await this.#write(unfinished, bytes);
      const entries = await readArchive(createReadStream(unfinished), noFiles, this.#limits);
      await rename(unfinished, join(directory, sha256));
      return { sha256, bytes: size, entries };
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  /** The path of an archive. Throws `run_source_invalid` if the tenant has none of this digest. */
  async find(tenant: string, sha256: string): Promise<string> {
    if (DIGEST.test(sha256)) {
      const path = join(this.#place(tenant), sha256);
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile() === true) return path;
    }
    throw archiveError(`no archive has the digest ${JSON.stringify(sha256.slice(0, 64))}; upload it again`);
  }

  /** Removes archives that were uploaded long ago, and what a killed process left. Resolves to their number. */
  async sweep(now: Date): Promise<number> {
    let count = 0;
    for (const tenant of await listNames(this.#directory)) {
      for (const name of await listNames(join(this.#directory, tenant))) {
        const path = join(this.#directory, tenant, name);
        const { mtimeMs } = await stat(path);
        if (now.getTime() - mtimeMs < KEPT_MS) continue;
        await rm(path, { force: true });
        count += 1;
      }
    }
    return count;
  }

  #place(tenant: string): string {
    if (!TENANT.test(tenant)) throw archiveError("the tenant has no plain name");
    return join(this.#directory, tenant);
  }

  async #write(
    path: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly sha256: string; readonly size: number }> {
    const hash = createHash("sha256");
    let size = 0;
    const handle = await open(path, "wx", 0o600);
    try {
      for await (const part of bytes) {
        size += part.length;
        if (size > this.#limits.maxBytes)
          throw archiveError(`it is larger than ${this.#limits.maxBytes} bytes`);
        hash.update(part);
        await handle.writeFile(part);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { sha256: hash.digest("hex"), size };
  }
}

async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
