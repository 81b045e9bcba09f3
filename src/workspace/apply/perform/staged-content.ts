import { randomBytes } from "node:crypto";
import {
  chmod,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copySparse } from "../../content/sparse-writer.ts";
import { pathBelow } from "../../manifest/raw-path.ts";
import { type ApplyStep, withExecutable } from "../apply-plan.ts";
import { readBlobs } from "../blob-batch.ts";
import { ParentDirectories } from "../parent-directories.ts";
import { putBack } from "./new-name.ts";

type WriteStep = Extract<ApplyStep, { kind: "write" }>;

const PREFIX = ".abp-apply-";
const AWAY = "away";

/**
 * New files and links of an apply, complete and with their modes, in a directory at the top of the workspace. From there each
 * is renamed into its place, so that a full disk is found before anything changes.
 */
export class StagedContent {
  #directory: string;
  #keptCount = 0;
  #isKept = false;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(target: string): Promise<StagedContent> {
    const directory = join(target, `${PREFIX}${process.pid}-${randomBytes(6).toString("hex")}`);
    await mkdir(directory, { mode: 0o700 });
    return new StagedContent(directory);
  }

  /** Writes the content of each step. `pathOf` gives its place by the index of the step. */
  async write(gitDir: string, steps: readonly WriteStep[], signal: AbortSignal): Promise<void> {
    const saved: { step: WriteStep; index: number; oid: string }[] = [];
    for (const [index, step] of steps.entries()) {
      const { content } = step;
      if ("oid" in content) saved.push({ step, index, oid: content.oid });
      else if ("keptAt" in content) {
        await copySparse(content.keptAt, this.pathOf(index), newMode(step));
        await setMode(this.pathOf(index), step);
      } else {
        await copyFile(content.mergedPath, this.pathOf(index));
        await setMode(this.pathOf(index), step);
      }
    }
    const sink = new ContentSink((number) => ({
      path: this.pathOf(saved[number]!.index),
      step: saved[number]!.step,
    }));
    try {
      await readBlobs(
        gitDir,
        saved.map(({ oid }) => oid),
        sink,
        signal,
      );
    } finally {
      await sink.close();
    }
  }

  pathOf(index: number): string {
    return join(this.#directory, String(index));
  }

  /** A new path for what a step replaces or deletes. */
  newPath(): string {
    this.#keptCount += 1;
    return join(this.#directory, `old-${this.#keptCount}`);
  }

  /** A new path for a file that is moved away before another one takes its place. If this process dies in between, it is put back. */
  async awayPath(rawPath: string): Promise<Buffer> {
    const path = pathBelow(join(this.#directory, AWAY), rawPath);
    try {
      await mkdir(path.subarray(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENAMETOOLONG") throw error;
      return Buffer.from(this.newPath());
    }
  }

  /** Keeps what steps replaced or deleted, under a name that no later apply removes. Returns the directory. */
  async keep(): Promise<string> {
    const kept = join(
      dirname(this.#directory),
      `.abp-kept-${basename(this.#directory).slice(PREFIX.length)}`,
    );
    await rename(this.#directory, kept);
    this.#directory = kept;
    this.#isKept = true;
    return kept;
  }

  async close(): Promise<void> {
    if (!this.#isKept) await rm(this.#directory, { recursive: true, force: true });
  }
}

class ContentSink {
  readonly #placeOf: (index: number) => { readonly path: string; readonly step: WriteStep };
  #place: { readonly path: string; readonly step: WriteStep } | undefined;
  #handle: FileHandle | undefined;
  #target: Buffer[] = [];

  constructor(placeOf: (index: number) => { readonly path: string; readonly step: WriteStep }) {
    this.#placeOf = placeOf;
  }

  async begin(index: number): Promise<void> {
    this.#place = this.#placeOf(index);
    const { path, step } = this.#place;
    if (step.type === "file") this.#handle = await open(path, "wx", newMode(step));
  }

  async data(chunk: Buffer): Promise<void> {
    if (this.#handle === undefined) this.#target.push(chunk);
    else await this.#handle.appendFile(chunk);
  }

  async end(): Promise<void> {
    const { path, step } = this.#place!;
    if (step.type === "symlink") await symlink(Buffer.concat(this.#target), path);
    await this.close();
    this.#target = [];
    if (step.mode !== undefined && step.type === "file") await setMode(path, step);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

// The umask applies to a new file, as it does for every program.
function newMode({ executable }: WriteStep): number {
  return executable ? 0o777 : 0o666;
}

async function setMode(path: string, { mode, executable }: WriteStep): Promise<void> {
  if (mode !== undefined) await chmod(path, withExecutable(mode, executable));
}

/** Removes what processes left that died while they applied changes. What they had moved away is put back. */
export async function removeLeftovers(target: string): Promise<void> {
  for (const entry of await readdir(target, { withFileTypes: true })) {
    const match = /^\.abp-apply-(\d+)-[0-9a-f]{12}$/.exec(entry.name);
    if (match === null || !entry.isDirectory() || isAlive(Number(match[1]))) continue;
    const leftover = join(target, entry.name);
    await restore(target, leftover);
    await rm(leftover, { recursive: true, force: true });
  }
}

/** Puts back what a process moved away and did not replace, unless something is there. */
async function restore(target: string, leftover: string): Promise<void> {
  const parents = new ParentDirectories(target, (await lstat(target, { bigint: true })).dev);
  const walk = async (rawPath: string): Promise<void> => {
    const folder =
      rawPath === "" ? Buffer.from(join(leftover, AWAY)) : pathBelow(join(leftover, AWAY), rawPath);
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: "buffer" })) {
      const name = entry.name.toString("latin1");
      const below = rawPath === "" ? name : `${rawPath}/${name}`;
      if (entry.isDirectory()) await walk(below);
      else if ((await parents.blockerOf(below)).kind === "none") {
        await putBack(pathBelow(join(leftover, AWAY), below), pathBelow(target, below));
      }
    }
  };
  try {
    await walk("");
  } catch (error) {
    // Nothing was moved away.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
