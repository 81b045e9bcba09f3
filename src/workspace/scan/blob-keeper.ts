import { fileMode, modes } from "../git/format/git-object.ts";
import { PackWriter } from "../git/format/pack-writer.ts";
import { faultOf } from "../walk/tree-fault.ts";
import type { ByteCount } from "./byte-count.ts";

/** What the index of git has of a file or link. */
export interface KeptBlob {
  readonly rawPath: string;
  readonly oid: string;
  /** A mode of git. */
  readonly mode: number;
  readonly size: number;
  /** When the file in the stage was written; 0 if it may have changed since then. git compares its content in that case. */
  readonly modifiedMs: number;
}

/** The contents that a thread kept. */
export interface KeptBlobs {
  readonly blobs: readonly KeptBlob[];
  /** Why there are none; undefined if they could be kept. */
  readonly problem?: string;
}

/**
 * Keeps the contents of small files and links in packs of git, while they are read for the manifest. A failure to write is noted, and
 * is no reason to end the scan. Not for use by several threads.
 */
export class BlobKeeper {
  readonly #pack: PackWriter;
  readonly #bytes: ByteCount;
  readonly #blobs: KeptBlob[] = [];
  #problem: string | undefined;

  /** `bytes` counts what all threads keep, against the limit for all of it. */
  constructor(directory: string, bytes: ByteCount) {
    this.#pack = new PackWriter(directory);
    this.#bytes = bytes;
  }

  /** `permissions` are undefined for a link. */
  keep(rawPath: string, content: Buffer, permissions: number | undefined, modifiedMs: number): void {
    if (this.#problem !== undefined) return;
    if (!this.#bytes.add(content.length)) {
      // A smaller one may still fit.
      this.#bytes.add(-content.length);
      return;
    }
    const mode = permissions === undefined ? modes.link : fileMode(permissions);
    this.#try(() => {
      const oid = this.#pack.add("blob", content);
      this.#blobs.push({ rawPath, oid, mode, size: content.length, modifiedMs });
    });
  }

  /** To be called once, when everything is read. */
  finish(): KeptBlobs {
    if (this.#problem === undefined) this.#try(() => this.#pack.flush());
    return this.#problem === undefined ? { blobs: this.#blobs } : { blobs: [], problem: this.#problem };
  }

  /** To be called when nothing more is kept, also after a failure. */
  close(): void {
    this.#pack.close();
  }

  #try(write: () => unknown): void {
    try {
      write();
    } catch (error) {
      this.#problem = faultOf(error, "", "target").reason;
    }
  }
}
