import { copyFile, type FileHandle, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "../git/run-git.ts";
import { pathBelow } from "../manifest/raw-path.ts";
import { readBlobs } from "./blob-batch.ts";
import { hashBlob, type TargetEntry } from "./target-entry.ts";

/** A larger file is not merged: git holds all three contents in memory. */
const MAX_MERGE_BYTES = 16 * 1024 * 1024;

/** A file that both the run and the workspace have changed. */
export interface MergeTask {
  readonly rawPath: string;
  readonly before: string;
  readonly after: string;
  readonly current: Extract<TargetEntry, { type: "file" | "symlink" }>;
}

/** A file with both changes, and git's name of it, or the reason why there is none. */
export type MergeResult = { readonly path: string; readonly oid: string } | { readonly conflict: string };

/** Merges texts three-way in a directory of its own, which `close` removes. */
export class TextMerge {
  readonly #gitDir: string;
  readonly #directory: string;
  readonly #signal: AbortSignal;

  private constructor(gitDir: string, directory: string, signal: AbortSignal) {
    this.#gitDir = gitDir;
    this.#directory = directory;
    this.#signal = signal;
  }

  /** `parent` is a directory that only this user can write. */
  static async open(gitDir: string, parent: string, signal: AbortSignal): Promise<TextMerge> {
    return new TextMerge(gitDir, await mkdtemp(join(parent, "merge-")), signal);
  }

  /** Merges each task, with one process for all saved contents and one for each merge. */
  async run(target: string, tasks: readonly MergeTask[]): Promise<readonly MergeResult[]> {
    const sizes = await this.#extract(tasks.flatMap(({ before, after }) => [before, after]));
    const results: MergeResult[] = [];
    for (const [index, task] of tasks.entries()) {
      const largest = Math.max(task.current.size, sizes[2 * index]!, sizes[2 * index + 1]!);
      results.push(
        largest > MAX_MERGE_BYTES
          ? { conflict: "the workspace and the run have changed it, and it is too large to merge" }
          : await this.#merge(target, task, index),
      );
    }
    return results;
  }

  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }

  #path(index: number, side: string): string {
    return join(this.#directory, `${index}.${side}`);
  }

  async #extract(oids: readonly string[]): Promise<readonly number[]> {
    const sizes: number[] = [];
    let handle: FileHandle | undefined;
    const begin = async (index: number, size: number): Promise<void> => {
      sizes.push(size);
      handle = await open(this.#path(index >> 1, index % 2 === 0 ? "before" : "after"), "wx", 0o600);
    };
    const data = async (chunk: Buffer): Promise<void> => handle?.appendFile(chunk);
    const end = async (): Promise<void> => handle?.close();
    await readBlobs(this.#gitDir, oids, { begin, data, end }, this.#signal);
    return sizes;
  }

  async #merge(target: string, task: MergeTask, index: number): Promise<MergeResult> {
    const result = this.#path(index, "current");
    await copyFile(pathBelow(target, task.rawPath), result);
    // git writes the result into its first file, and returns the number of conflicts, or 255 for a file that is no text.
    const code = await runGit({
      gitDir: this.#gitDir,
      signal: this.#signal,
      args: ["merge-file", "--quiet", result, this.#path(index, "before"), this.#path(index, "after")],
      accepts: () => true,
    });
    if (code === 255) return { conflict: "the workspace and the run have changed it, and it is not text" };
    if (code !== 0) return { conflict: "the workspace and the run have changed the same lines" };
    return { path: result, oid: hashBlob(await readFile(result)) };
  }
}
