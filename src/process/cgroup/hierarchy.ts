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

/** Joins the list of mounts with the list of this process's groups. */
export function parseHierarchies(mounts: string, groups: string): Hierarchy[] {
  const paths = new Map<string, string>();
  for (const line of groups.split("\n")) {
    const [, names, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (names !== undefined && path !== undefined) paths.set(names, path);
  }
  return mounts.split("\n").flatMap((line) => {
    const [left = "", right = ""] = line.split(" - ");
    const [, , , root = "", mountPoint = ""] = left.split(" ");
    const [type, , options = ""] = right.split(" ");
    if (type !== "cgroup" && type !== "cgroup2") return [];
    const version = type === "cgroup2" ? 2 : 1;
    const group = [...paths].find(([key]) => (version === 2 ? key === "" : isNamedBy(key, options)));
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
  });
}

/** Whether the options of a mount name every controller of `key`, for example `cpu,cpuacct`. */
function isNamedBy(key: string, options: string): boolean {
  const given = options.split(",");
  return key !== "" && key.split(",").every((name) => given.includes(name));
}
