import { rmSync } from "node:fs";
import { sha256Hex } from "../../lib/index.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { ObjectReader } from "./object-reader.ts";
import { makeObjectView } from "./object-view.ts";

/** A file of the baseline, and git's name of its content. */
export interface BaselineBlob {
  readonly rawPath: string;
  readonly oid: string;
}

/**
 * Reads contents from before the run out of the stage's repository. The agent could write there, so that each content is compared with
 * the manifest, and nothing but objects is read. Every process of the run has ended.
 */
export class BaseContents {
  readonly #objects: string;
  readonly #files: readonly BaselineBlob[];
  readonly #workDirectory: string;
  readonly #signal: AbortSignal;
  /** Undefined before the first read. It holds no reader if the repository cannot be used. */
  #opened: { readonly reader: ObjectReader | undefined } | undefined;
  /** By raw path. Most runs need none of them. */
  #oids: ReadonlyMap<string, string> | undefined;

  /** `workDirectory` does not exist; `close` removes it. */
  constructor(root: string, files: readonly BaselineBlob[], workDirectory: string, signal: AbortSignal) {
    this.#objects = `${root}/.git/objects`;
    this.#files = files;
    this.#workDirectory = workDirectory;
    this.#signal = signal;
  }

  /** Undefined if the repository does not have it. */
  async read({ rawPath, sha256 }: ManifestEntry): Promise<Buffer | undefined> {
    this.#oids ??= new Map(this.#files.map((file) => [file.rawPath, file.oid]));
    const oid = this.#oids.get(rawPath);
    if (oid === undefined) return undefined;
    this.#opened ??= { reader: this.#open() };
    const content = await this.#opened.reader?.read(oid, "blob");
    return content !== undefined && sha256Hex(content) === sha256 ? content : undefined;
  }

  async close(): Promise<void> {
    await this.#opened?.reader?.close();
    rmSync(this.#workDirectory, { recursive: true, force: true });
  }

  #open(): ObjectReader | undefined {
    let reader: ObjectReader | undefined;
    try {
      makeObjectView(this.#workDirectory, Buffer.from(this.#objects).toString("latin1"));
      reader = new ObjectReader(this.#workDirectory, this.#signal);
    } catch {
      // The agent has removed it, or a part of it.
    }
    return reader;
  }
}
