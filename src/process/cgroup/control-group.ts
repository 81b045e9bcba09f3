import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { setTimeout as delay } from "node:timers/promises";
import type { HeldLimits } from "../program.ts";
import type { ProcessLimits } from "../start-plan.ts";
import { groupPrefix } from "./group-name.ts";
import { type Hierarchy, readHierarchies } from "./hierarchy.ts";

const REMOVE_ATTEMPTS = 20;
const REMOVE_PAUSE_MS = 10;
let created = 0;

/** The control groups of one process tree: they hold its limits, and no process of the tree can leave them unprivileged. */
export class ControlGroup {
  readonly limits: HeldLimits;
  readonly #directories: readonly string[];

  /** Takes directories that exist. `limits` says which of the limits they hold. */
  constructor(directories: readonly string[], limits: HeldLimits) {
    this.#directories = directories;
    this.limits = limits;
  }

  /** Creates the groups of a tree. The group is empty if this process may create none. */
  static create(mark: string, limits: ProcessLimits, hierarchies = readHierarchies()): ControlGroup {
    created += 1;
    const name = `${groupPrefix(mark)}${process.pid}.${created}`;
    const wanted = wantedValues(limits);
    const held = new Set<string>();
    const directories = hierarchies.filter(isUseful).flatMap((hierarchy) => {
      const directory = createIn(hierarchy, name);
      if (directory === undefined) return [];
      for (const [controller, files] of wanted) {
        if (files.some(([file, value]) => write(join(directory, file), value))) held.add(controller);
      }
      return [directory];
    });
    const holder = (controller: string) => (held.has(controller) ? "cgroup" : "none");
    return new ControlGroup(directories, {
      ...(limits.memoryBytes === undefined ? {} : { memory: holder("memory") }),
      ...(limits.processes === undefined ? {} : { processes: holder("pids") }),
    });
  }

  /** A process that writes `0` into each of these files joins the group. */
  get joinFiles(): string[] {
    return this.#directories.map((directory) => join(directory, "cgroup.procs"));
  }

  /** Moves a process that runs already into the group. */
  add(pid: number): void {
    for (const file of this.joinFiles) write(file, String(pid));
  }

  pids(): number[] {
    const lists = this.joinFiles.flatMap((file) => read(file).split("\n"));
    return [...new Set(lists.filter((line) => line !== "").map(Number))];
  }

  /** Ends all processes of the group at once if the kernel can, and permits no new ones. */
  kill(): void {
    for (const directory of this.#directories) {
      write(join(directory, "pids.max"), "0");
      write(join(directory, "cgroup.kill"), "1");
    }
  }

  /** How many processes of the group the kernel has ended for lack of memory. */
  outOfMemoryKills(): number {
    const files = ["memory.oom_control", "memory.events"];
    const counts = this.#directories.flatMap((directory) =>
      files.map((file) => /^oom_kill (\d+)$/m.exec(read(join(directory, file)))?.[1]),
    );
    return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
  }

  /** Removes the directories. They must hold no process; the kernel may need a moment to see that. */
  async remove(): Promise<void> {
    for (const directory of this.#directories) {
      for (let attempt = 0; attempt < REMOVE_ATTEMPTS && !removeDirectory(directory); attempt += 1) {
        await delay(REMOVE_PAUSE_MS);
      }
    }
  }
}

function isUseful(hierarchy: Hierarchy): boolean {
  return (
    hierarchy.version === 2 ||
    hierarchy.controllers.includes("pids") ||
    hierarchy.controllers.includes("memory")
  );
}

/** Creates a directory below our own group, or beside it if version 2 gives controllers only there. */
function createIn(hierarchy: Hierarchy, name: string): string | undefined {
  const { own, mountPoint, version } = hierarchy;
  if (version === 1) return createDirectory(join(own, name));
  write(join(own, "cgroup.subtree_control"), "+pids +memory");
  const below = createDirectory(join(own, name));
  const hasControllers = below !== undefined && existsSync(join(below, "pids.max"));
  if (hasControllers || own === mountPoint) return below;
  const beside = createDirectory(join(dirname(own), name));
  const isBetter = beside !== undefined && (below === undefined || existsSync(join(beside, "pids.max")));
  const [chosen, other] = isBetter ? [beside, below] : [below, beside];
  if (other !== undefined) removeDirectory(other);
  return chosen;
}

/** A directory counts only if processes can be moved into it. */
function createDirectory(path: string): string | undefined {
  try {
    mkdirSync(path);
  } catch {
    return undefined;
  }
  if (existsSync(join(path, "cgroup.procs"))) return path;
  removeDirectory(path);
  return undefined;
}

/** Files of version 1 and 2 with the same meaning; the first that can be written holds the limit. */
function wantedValues(limits: ProcessLimits): Map<string, [string, string][]> {
  const wanted = new Map<string, [string, string][]>();
  if (limits.memoryBytes !== undefined) {
    const bytes = String(limits.memoryBytes);
    wanted.set("memory", [
      ["memory.limit_in_bytes", bytes],
      ["memory.max", bytes],
    ]);
  }
  if (limits.processes !== undefined) wanted.set("pids", [["pids.max", String(limits.processes)]]);
  return wanted;
}

/** The text of a file; nothing if it cannot be read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Writes an existing file of the kernel; never creates one. */
function write(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "r+" });
    return true;
  } catch {
    return false;
  }
}

/** Answers whether nothing is there any more. */
function removeDirectory(path: string): boolean {
  try {
    rmdirSync(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
  return true;
}
