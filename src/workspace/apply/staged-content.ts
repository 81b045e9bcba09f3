import { randomBytes } from "node:crypto";
import {
  chmod,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copySparse } from "../content/sparse-writer.ts";
import { type ApplyStep, withExecutable } from "./apply-plan.ts";
import { readBlobs } from "./blob-batch.ts";

type WriteStep = Extract<ApplyStep, { kind: "write" }>;

const PREFIX = ".abp-apply-";

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

  /** Makes the directory, and removes those of processes that died. */
  static async open(target: string): Promise<StagedContent> {
    await removeLeftovers(target);
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

async function removeLeftovers(target: string): Promise<void> {
  for (const entry of await readdir(target, { withFileTypes: true })) {
    const match = /^\.abp-apply-(\d+)-[0-9a-f]{12}$/.exec(entry.name);
    if (match === null || !entry.isDirectory() || isAlive(Number(match[1]))) continue;
    await rm(join(target, entry.name), { recursive: true, force: true });
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
