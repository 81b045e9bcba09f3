import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { isTable } from "../schema/key-path.ts";
import { digestNamedFiles, digestText, type FileDigests } from "./named-files.ts";
import type { ProjectFile } from "./project-file.ts";

/** A project file whose content the user trusts. */
export interface TrustEntry {
  /** The absolute path. */
  readonly path: string;
  /** The SHA-256 of the trusted content. Any other content is untrusted. */
  readonly sha256: string;
  /** When it was trusted, as an ISO date. */
  readonly trusted_at: string;
  /** The SHA-256 of the files with secrets that it names in its own directory. */
  readonly files: FileDigests;
}

/** Bits that let other users change a file or a directory. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * The project files that the user trusts, in the folder `trust` of the state directory. Each entry is one file, named after
 * the SHA-256 of its path, so that two commands never overwrite each other's entries.
 *
 * @example
 * import { TrustStore } from "agent-backplane/config";
 * const trust = new TrustStore("/home/me/.local/state/abp");
 * for (const { path, trusted_at } of trust.list()) console.log(path, trusted_at);
 */
export class TrustStore {
  readonly #directory: string;

  constructor(stateDirectory: string) {
    this.#directory = join(stateDirectory, "trust");
  }

  /** The file that holds the entry of a path. It need not exist. */
  entryFile(path: string): string {
    return join(this.#directory, createHash("sha256").update(path).digest("hex"));
  }

  /** Whether this content at this path is trusted. Throws `config_invalid` when others can change the store. */
  trusts({ path, sha256 }: Pick<ProjectFile, "path" | "sha256">): boolean {
    const entry = this.#read(this.entryFile(path));
    return entry !== undefined && entry.path === path && entry.sha256 === sha256;
  }

  /** Whether a file with a secret has the text that it had when the project file was trusted. */
  trustsSecret({ path }: Pick<ProjectFile, "path">, file: string, text: string): boolean {
    return this.#read(this.entryFile(path))?.files[file] === digestText(text);
  }

  /** Trusts a content. It replaces the content that was trusted at that path before. */
  add(project: ProjectFile, now: Date): TrustEntry {
    const { path, sha256 } = project;
    const files = digestNamedFiles(project);
    const entry: TrustEntry = { path, sha256, trusted_at: now.toISOString(), files };
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    this.#requirePrivate();
    const file = this.entryFile(path);
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      const descriptor = openSync(temporary, "wx", 0o600);
      try {
        writeSync(descriptor, `${JSON.stringify(entry)}\n`);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
    return entry;
  }

  /** Ends the trust in whatever content a path has. Gives whether there was an entry. */
  remove(path: string): boolean {
    const file = this.entryFile(path);
    if (this.#read(file) === undefined) return false;
    rmSync(file);
    return true;
  }

  /** Every entry, by path. */
  list(): TrustEntry[] {
    let names: string[];
    try {
      names = readdirSync(this.#directory);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
    const entries = names
      .filter((name) => ENTRY_NAME.test(name))
      .map((name) => this.#read(join(this.#directory, name)));
    return entries
      .filter((entry) => entry !== undefined)
      .sort((left, right) => (left.path < right.path ? -1 : 1));
  }

  #read(file: string): TrustEntry | undefined {
    let descriptor: number;
    try {
      this.#requirePrivate();
      descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw AbpError.is(error) ? error : unreadable(file, error);
    }
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || !isPrivate(stat)) throw unsafe(file);
      return readEntry(readFileSync(descriptor, "utf8"));
    } finally {
      closeSync(descriptor);
    }
  }

  #requirePrivate(): void {
    const stat = lstatSync(this.#directory);
    if (!stat.isDirectory() || !isPrivate(stat)) throw unsafe(this.#directory);
  }
}

const ENTRY_NAME = /^[0-9a-f]{64}$/;

function isPrivate({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  return (mode & WRITABLE_BY_OTHERS) === 0 && uid === (process.getuid?.() ?? uid);
}

function unsafe(path: string): AbpError {
  return new AbpError("config_invalid", "other users can change the list of trusted project files", {
    where: path,
    advice: "Remove it, then trust your project files again with `abp config trust`.",
  });
}

function unreadable(path: string, cause: unknown): AbpError {
  return new AbpError("config_invalid", "the list of trusted project files cannot be read", {
    where: path,
    advice: "Check its permissions, or remove it and trust your project files again with `abp config trust`.",
    cause,
  });
}

// A damaged entry trusts nothing.
function readEntry(text: string): TrustEntry | undefined {
  try {
    const { path, sha256, trusted_at, files } = JSON.parse(text) as Partial<
      Record<keyof TrustEntry, unknown>
    >;
    if (typeof path !== "string" || typeof sha256 !== "string" || typeof trusted_at !== "string")
      return undefined;
    return { path, sha256, trusted_at, files: isTable(files) ? (files as FileDigests) : {} };
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
