import { describe, expect, it } from "vitest";
import { parseHierarchies, readHierarchies } from "./hierarchy.ts";

const MOUNTS = `20 1 0:1 / /sys rw - sysfs sysfs rw
30 20 0:2 / /cg/memory rw - cgroup cgroup rw,memory
31 20 0:3 /docker/a /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct
32 20 0:4 / /cg/pids rw - cgroup cgroup rw,pids
33 20 0:5 / /cg/unified rw - cgroup2 cgroup2 rw
34 20 0:6 / /cg/blkio rw - cgroup cgroup rw,blkio
`;
const GROUPS = `4:memory:/a/b
3:cpu,cpuacct:/docker/a/c
2:pids:/
1:blkio:/../x
0::/u
`;

describe("parseHierarchies", () => {
  it("finds our own group in each tree", () => {
    expect(parseHierarchies(MOUNTS, GROUPS)).toEqual([
      { version: 1, controllers: ["memory"], mountPoint: "/cg/memory", own: "/cg/memory/a/b" },
      { version: 1, controllers: ["cpu", "cpuacct"], mountPoint: "/cg/cpu", own: "/cg/cpu/c" },
      { version: 1, controllers: ["pids"], mountPoint: "/cg/pids", own: "/cg/pids/" },
      { version: 2, controllers: [], mountPoint: "/cg/unified", own: "/cg/unified/u" },
    ]);
  });

  it("answers nothing without groups, mounts or /proc", () => {
    expect(parseHierarchies(MOUNTS, "")).toEqual([]);
    expect(parseHierarchies("", GROUPS)).toEqual([]);
    expect(readHierarchies("/nowhere")).toEqual([]);
  });
});
