import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AbpError } from "../../contract/index.ts";
import { reasonOf } from "../../lib/index.ts";
import { unmountBelow } from "../removal/mounts.ts";
import { emptyDirectory } from "../removal/remove-tree.ts";
import type { Directory } from "../walk/directory.ts";
import { type Owner, ownOwner, readOwner, writeOwner } from "./owner.ts";
import { openStagesDirectory } from "./stages-directory.ts";

const OWNER_FILE = "owner.json";
const MAX_OWNER_BYTES = 4096;
const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** A directory that has no owner file yet names its owner itself. */
const UNFINISHED = /^\.new-([A-Za-z0-9][A-Za-z0-9._-]{0,127})~(\d+)~(\d*)$/;

/** The private directory of one stage: `<stagesDir>/<runId>/`, mode 0700, with an owner file. */
export class StageDirectory {
  /** Absolute path without links, as the list of mounts names it. */
  readonly path: string;
  readonly directory: Directory;
  readonly ownerFile = OWNER_FILE;

  private constructor(path: string, directory: Directory) {
    this.path = path;
    this.directory = directory;
  }

  /** Throws `directory_unusable`, or `workspace_init_failed` if the run has a stage already. */
  static make(stagesDir: string, runId: string): StageDirectory {
    if (!RUN_ID.test(runId))
      throw new AbpError("workspace_init_failed", `Not usable as a run id: ${JSON.stringify(runId)}`);
    const stages = openStagesDirectory(stagesDir);
    try {
      const owner = ownOwner(runId);
      const unfinished = `.new-${runId}~${owner.pid}~${owner.startTime}`;
      mkdirSync(stages.place(unfinished), 0o700);
      const directory = stages.child(unfinished);
      try {
        writeFileSync(directory.place(OWNER_FILE), writeOwner(owner), { flag: "wx", mode: 0o600 });
        renameSync(stages.place(unfinished), stages.place(runId));
      } catch (error) {
        directory.close();
        removeUnfinished(stages, unfinished);
        throw error;
      }
      return new StageDirectory(join(realpathSync(stagesDir), runId), directory);
    } catch (error) {
      if (AbpError.is(error)) throw error;
      const where = join(stagesDir, runId);
      const { code } = error as NodeJS.ErrnoException;
      const isFull = code === "ENOSPC" || code === "EDQUOT";
      throw new AbpError(
        isFull ? "workspace_full" : "workspace_init_failed",
        `The stage cannot be made: ${reasonOf(error)}`,
        { where, cause: error },
      );
    } finally {
      stages.close();
    }
  }

  /** Opens a directory that an earlier process left behind, and reads its owner. Undefined if it is no stage. */
  static find(
    stagesDir: string,
    stages: Directory,
    name: string,
  ): { stage: StageDirectory; owner: Owner | undefined } | undefined {
    const unfinished = UNFINISHED.exec(name);
    if (unfinished === null && !RUN_ID.test(name)) return undefined;
    let directory: Directory;
    try {
      directory = stages.child(name);
    } catch {
      // A link, a file, or gone meanwhile.
      return undefined;
    }
    const stage = new StageDirectory(join(realpathSync(stagesDir), name), directory);
    const written = readOwnerFile(directory);
    if (unfinished === null) return { stage, owner: written?.runId === name ? written : undefined };
    const named = { ...ownOwner(unfinished[1]!), pid: Number(unfinished[2]), startTime: unfinished[3]! };
    return { stage, owner: written ?? named };
  }

  /** Whether nothing is in it: its removal was interrupted at the last step. */
  isEmpty(): boolean {
    return this.directory.list().length === 0;
  }

  close(): void {
    this.directory.close();
  }

  /** Unmounts and removes everything, the owner file last, so that an interrupted removal can be repeated. */
  async remove(): Promise<readonly string[]> {
    const mounted = await unmountBelow(this.path);
    if (mounted.length > 0) {
      this.close();
      return mounted;
    }
    const left = await emptyDirectory(this.directory, OWNER_FILE);
    try {
      if (left.length > 0)
        return left.map((path) => (path.startsWith("base64:") ? path : join(this.path, path)));
      unlinkQuietly(this.directory, OWNER_FILE);
      rmdirSync(this.path);
      return [];
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : [this.path];
    } finally {
      this.close();
    }
  }
}

function removeUnfinished(stages: Directory, name: string): void {
  const directory = stages.child(name);
  unlinkQuietly(directory, OWNER_FILE);
  directory.close();
  rmdirSync(stages.place(name));
}

function unlinkQuietly(directory: Directory, name: string): void {
  try {
    unlinkSync(directory.place(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function readOwnerFile(directory: Directory): Owner | undefined {
  let fd: number;
  try {
    fd = openSync(
      directory.place(OWNER_FILE),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch {
    return undefined;
  }
  try {
    const text = readFileSync(fd, "utf8");
    return text.length > MAX_OWNER_BYTES ? undefined : readOwner(text);
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
