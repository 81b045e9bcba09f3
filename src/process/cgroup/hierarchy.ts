import { readFileSync } from "node:fs";
import { join } from "node:path/posix";

/** A mounted tree of control groups, and the group of this process in it. */
export interface Hierarchy {
  readonly version: 1 | 2;
  /** Version 1: the controllers of this tree. Version 2 lists them in files. */
  readonly controllers: readonly string[];
  readonly mountPoint: string;
  /** The directory of our own group. */
  readonly own: string;
}

/** The trees of control groups of this system; empty if it has none. */
export function readHierarchies(proc = "/proc"): Hierarchy[] {
  try {
    return parseHierarchies(
      readFileSync(`${proc}/self/mountinfo`, "utf8"),
      readFileSync(`${proc}/self/cgroup`, "utf8"),
    );
  } catch {
    // Only Linux has these files.
    return [];
  }
}

/** A mount of control groups (proc(5), mountinfo): its root, its place, `2` for version 2, and its options. */
const MOUNT = /^(?:\S+ ){3}(\S+) (\S+) .*- cgroup(2?) \S+ (\S+)$/;
/** Controllers, and the path of our group in their tree. */
const GROUP = /^\d+:([^:]*):(.*)$/;

/** Joins the list of mounts with the list of this process's groups. */
export function parseHierarchies(mounts: string, groups: string): Hierarchy[] {
  const paths = findFields(GROUP, groups) as [string, string][];
  return (findFields(MOUNT, mounts) as [string, string, string, string][]).flatMap(
    ([root, mountPoint, two, options]) => {
      const version = two === "2" ? 2 : 1;
      const group = paths.find(([key]) => (version === 2 ? key === "" : isNamedBy(key, options)));
      if (group === undefined || group[1].includes("..")) return [];
      const [names, path] = group;
      const below = path.startsWith(root) ? path.slice(root === "/" ? 0 : root.length) : "/";
      return [
        {
          version,
          controllers: names.split(",").filter((name) => name !== ""),
          mountPoint,
          own: join(mountPoint, below),
        },
      ];
    },
  );
}

/** The groups of a pattern in each line that matches it. */
function findFields(pattern: RegExp, lines: string): string[][] {
  return lines.split("\n").flatMap((line) => {
    const match = pattern.exec(line);
    return match === null ? [] : [match.slice(1)];
  });
}

/** Whether the options of a mount name every controller of `key`, for example `cpu,cpuacct`. */
function isNamedBy(key: string, options: string): boolean {
  const given = options.split(",");
  return key.split(",").every((name) => given.includes(name));
}
