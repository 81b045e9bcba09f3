import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { listTenantFiles, tenantPath } from "../tenant-files/tenant-file.ts";
import { formatHead, parseHead, type RecordedHead } from "./log-head.ts";

const PREFIX = "head-";
const OPEN_OR_CREATE = constants.O_RDWR | constants.O_CREAT;
/** The number of files that stay open, one for each tenant. */
const MAX_OPEN_FILES = 64;

/** The file with the head of a tenant's log. */
export function headPath(directory: string, tenant: string): string {
  return tenantPath(directory, PREFIX, tenant);
}

/** The heads that were recorded, with their files. Leaves out files that are torn, damaged or unreadable. */
export function readHeadFiles(
  directory: string,
): { readonly tenant: string; readonly path: string; readonly head: RecordedHead }[] {
  return listTenantFiles(directory, PREFIX).flatMap(([tenant, path]) => {
    const head = readHead(path);
    return head === undefined ? [] : [{ tenant, path, head }];
  });
}

function readHead(path: string): RecordedHead | undefined {
  try {
    return parseHead(readFileSync(path, "latin1"));
  } catch {
    // A directory, for example. Without the file, a loss is noticed by the checkpoint only.
    return undefined;
  }
}

/** The functions of the file system that `HeadFiles` uses; tests pass others. */
export interface HeadFileSystem {
  readonly open: (path: string) => number;
  readonly write: (file: number, text: string) => void;
  readonly close: (file: number) => void;
}

const REAL_FILES: HeadFileSystem = {
  open: (path) => openSync(path, OPEN_OR_CREATE, 0o600),
  write: (file, text) => void writeSync(file, text, 0),
  close: closeSync,
};

/**
 * Records the head of each log after every commit, in a file beside the database. A database that lost its write-ahead log, or
 * that was replaced by an older copy, is behind these files. They are not flushed to the disk: that would cost a second flush
 * for each batch. After a power cut they may be older than the database, torn or missing, which is no fault.
 */
export class HeadFiles {
  readonly #directory: string;
  readonly #files: HeadFileSystem;
  /** The open file of each tenant, the oldest first. */
  readonly #open = new Map<string, number>();

  constructor(directory: string, files: HeadFileSystem = REAL_FILES) {
    this.#directory = directory;
    this.#files = files;
  }

  /** Records a head that is durable. A failure is of no consequence: the receipts themselves are safe. */
  record(tenant: string, head: RecordedHead): void {
    try {
      this.#files.write(this.#fileOf(tenant), formatHead(head));
    } catch {
      this.#drop(tenant);
    }
  }

  close(): void {
    for (const tenant of [...this.#open.keys()]) this.#drop(tenant);
  }

  #fileOf(tenant: string): number {
    const known = this.#open.get(tenant);
    if (known !== undefined) return known;
    const file = this.#files.open(headPath(this.#directory, tenant));
    if (this.#open.size >= MAX_OPEN_FILES) this.#drop(this.#open.keys().next().value as string);
    this.#open.set(tenant, file);
    return file;
  }

  #drop(tenant: string): void {
    const file = this.#open.get(tenant);
    if (file === undefined) return;
    this.#open.delete(tenant);
    try {
      this.#files.close(file);
    } catch {
      // The file is gone, and nothing was to be flushed.
    }
  }
}
