import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, constants, openSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { displayPath } from "../manifest/display-path.ts";
import { Directory } from "../walk/directory.ts";
import { runInTurns } from "../walk/turns.ts";

// Linux: opens an entry without reading it, so that permissions do not matter. Node does not name it.
const O_PATH = 0o10000000;
/** Deeper directories are moved to the top first, so that few descriptors are open at a time. */
const MAX_OPEN_LEVELS = 64;
const MAX_REPORTED = 100;

/**
 * Removes the entries of a directory, not the directory itself. Never follows links. Makes directories writable if their
 * permissions prevent the removal. `keep` names an entry that stays. Returns the paths that could not be removed.
 */
export async function emptyDirectory(directory: Directory, keep?: string): Promise<readonly string[]> {
  const removal = new TreeRemoval(directory, keep);
  await runInTurns(removal.steps());
  return removal.left;
}

class TreeRemoval {
  readonly #top: Directory;
  readonly #keep: string | undefined;
  /** Where directories that were moved to the top came from. */
  readonly #origins = new Map<string, string>();
  readonly left: string[] = [];
  #moved = 0;

  constructor(top: Directory, keep: string | undefined) {
    this.#top = top;
    this.#keep = keep;
  }

  *steps(): Generator<void> {
    let previous = -1;
    // Each round removes what the round before moved to the top.
    while (previous !== this.#moved) {
      previous = this.#moved;
      this.left.length = 0;
      for (const entry of this.#top.list()) {
        if (entry.name === this.#keep) continue;
        yield* this.#remove(this.#top, entry.name, entry.isDirectory(), "", 1);
      }
    }
  }

  *#remove(
    parent: Directory,
    name: string,
    isDirectory: boolean,
    above: string,
    level: number,
  ): Generator<void> {
    const rawPath = above === "" ? (this.#origins.get(name) ?? name) : `${above}/${name}`;
    try {
      if (!isDirectory) unlinkSync(parent.place(name));
      else if (level > MAX_OPEN_LEVELS) this.#moveToTop(parent, name, rawPath);
      else yield* this.#removeDirectory(parent, name, rawPath, level);
    } catch (error) {
      this.#report(rawPath, error);
    }
    yield;
  }

  *#removeDirectory(parent: Directory, name: string, rawPath: string, level: number): Generator<void> {
    const directory = openForRemoval(parent, name);
    const leftBefore = this.left.length;
    try {
      for (const entry of directory.list()) {
        yield* this.#remove(directory, entry.name, entry.isDirectory(), rawPath, level + 1);
      }
    } finally {
      directory.close();
    }
    // What is left in it has been reported already.
    if (this.left.length === leftBefore) rmdirSync(parent.place(name));
  }

  #moveToTop(parent: Directory, name: string, rawPath: string): void {
    // A directory that is moved must be writable itself, because its parent is recorded in it.
    openForRemoval(parent, name).close();
    const moved = `.deep-${randomUUID()}`;
    renameSync(parent.place(name), this.#top.place(moved));
    this.#origins.set(moved, rawPath);
    this.#moved += 1;
  }

  #report(rawPath: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    if (this.left.length < MAX_REPORTED) this.left.push(displayPath(rawPath));
  }
}

function openForRemoval(parent: Directory, name: string): Directory {
  const isLinux = process.platform === "linux";
  const kind = constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const fd = openSync(parent.place(name), isLinux ? O_PATH | kind : constants.O_RDONLY | kind);
  try {
    if (!isLinux) return parent.child(name);
    // By way of the descriptor, because `chmod` by name follows a link that took the directory's place.
    chmodSync(`/proc/self/fd/${fd}`, 0o700);
    return Directory.open(`/proc/self/fd/${fd}/.`);
  } finally {
    closeSync(fd);
  }
}
