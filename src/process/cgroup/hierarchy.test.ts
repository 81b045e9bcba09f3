import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseHierarchies, readHierarchies } from "./hierarchy.ts";

const MOUNTS = `20 1 0:1 / /sys rw - sysfs sysfs rw
30 20 0:2 / /cg/memory rw - cgroup cgroup rw,memory
31 20 0:3 /docker/a /cg/cpu rw shared:5 master:2 - cgroup cgroup rw,cpu,cpuacct
32 20 0:4 / /cg/pids rw - cgroup cgroup rw,pids
33 20 0:5 / /cg/unified rw - cgroup2 cgroup2 rw
34 20 0:6 / /cg/blkio rw shared:7 - cgroup cgroup rw,blkio
35 20 0:7 / /cg/other rw shared:8 master:1 - tmpfs tmpfs rw,memory,pids
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

  it("takes the mounted part of a tree for the whole if our group is outside of it", () => {
    const mounts = "31 20 0:3 /docker/a /cg/cpu rw shared:5 master:2 - cgroup cgroup rw,cpu";
    expect(parseHierarchies(mounts, "3:cpu:/elsewhere")).toMatchObject([{ own: "/cg/cpu/" }]);
    expect(parseHierarchies(mounts, "3:cpu:/docker/a")).toMatchObject([{ own: "/cg/cpu" }]);
  });

  it("takes the first group that the options of a mount name", () => {
    const mounts = "31 20 0:3 / /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct";
    expect(parseHierarchies(mounts, "3:cpuacct:/a\n4:cpu:/b\n0::/c")).toEqual([
      { version: 1, controllers: ["cpuacct"], mountPoint: "/cg/cpu", own: "/cg/cpu/a" },
    ]);
  });

  it("does not confuse controllers, and skips lines that it cannot read", () => {
    const mounts = "30 20 0:2 / /cg/cpu rw - cgroup cgroup rw,cpu\n\n1 2 3 - cgroup2\n";
    expect(parseHierarchies("1 2 3 / /cg/all - cgroup", "0::/u")).toEqual([]);
    expect(parseHierarchies(mounts, "3:cpu,cpuacct:/a\nx:cpu:/b\n")).toEqual([]);
    expect(parseHierarchies(mounts, "1:name=systemd:/s\n3:cpu:/a:b")).toEqual([
      { version: 1, controllers: ["cpu"], mountPoint: "/cg/cpu", own: "/cg/cpu/a:b" },
    ]);
  });
});

describe("readHierarchies", () => {
  it.runIf(process.platform === "linux")("reads the files of this system", () => {
    const texts = ["/proc/self/mountinfo", "/proc/self/cgroup"].map((file) => readFileSync(file, "utf8"));
    expect(readHierarchies()).toEqual(parseHierarchies(texts[0]!, texts[1]!));
  });

  it("reads the files of a given place", () => {
    const proc = mkdtempSync(join(tmpdir(), "abp-proc-"));
    try {
      mkdirSync(join(proc, "self"));
      writeFileSync(join(proc, "self/mountinfo"), MOUNTS);
      expect(readHierarchies(proc)).toEqual([]);
      writeFileSync(join(proc, "self/cgroup"), GROUPS);
      expect(readHierarchies(proc)).toEqual(parseHierarchies(MOUNTS, GROUPS));
    } finally {
      rmSync(proc, { recursive: true });
    }
  });
});
