import { mkdirSync } from "node:fs";
import type { Directory } from "./directory.ts";

/**
 * Opens directories below a root, one name at a time, so that no link is followed and no path is too long. Keeps the last path
 * open: directories that are asked for in the order of a walk cost one call each.
 */
export class DirectoryChain {
  readonly #root: Directory;
  readonly #makesMissing: boolean;
  readonly #names: string[] = [];
  readonly #open: Directory[] = [];
  /** The path that is open as a whole. */
  #rawPath: string | undefined;

  /** The root stays with the caller, who closes it. With `makesMissing`, missing directories are made with mode 0700. */
  constructor(root: Directory, makesMissing = false) {
    this.#root = root;
    this.#makesMissing = makesMissing;
  }

  /** The directory at a path; it stays open until the next call. */
  at(rawPath: string): Directory {
    if (rawPath === this.#rawPath) return this.#last;
    const names = rawPath === "" ? [] : rawPath.split("/");
    let common = 0;
    while (common < this.#names.length && names[common] === this.#names[common]) common += 1;
    this.#closeFrom(common);
    for (const name of names.slice(common)) {
      const parent = this.#last;
      if (this.#makesMissing) makeDirectory(parent, name);
      this.#open.push(parent.child(name));
      this.#names.push(name);
    }
    this.#rawPath = rawPath;
    return this.#last;
  }

  close(): void {
    this.#closeFrom(0);
  }

  get #last(): Directory {
    return this.#open.at(-1) ?? this.#root;
  }

  #closeFrom(depth: number): void {
    this.#rawPath = undefined;
    while (this.#open.length > depth) this.#open.pop()?.close();
    this.#names.length = Math.min(this.#names.length, depth);
  }
}

function makeDirectory(parent: Directory, name: string): void {
  try {
    mkdirSync(parent.place(name), 0o700);
  } catch (error) {
    // Another thread has made it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
