import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path/posix";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ControlGroup } from "./control-group.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** The kernel's part: it fills a new group with files, and refuses to remove a group that is in use. */
const kernel = vi.hoisted(() => ({
  filesOf: (_group: string): readonly string[] => [],
  busyAttempts: 0,
  pauses: [] as number[],
}));

vi.mock("node:timers/promises", () => ({ setTimeout: async (ms: number) => kernel.pauses.push(ms) }));
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  return {
    ...fs,
    mkdirSync: (path: string) => {
      fs.mkdirSync(path);
      if (!path.includes("/abp-", path.lastIndexOf("/"))) return;
      for (const name of kernel.filesOf(path)) fs.writeFileSync(`${path}/${name}`, "");
    },
    rmdirSync: (path: string) => {
      if (kernel.busyAttempts > 0) {
        kernel.busyAttempts -= 1;
        throw Object.assign(new Error("in use"), { code: "EBUSY" });
      }
      fs.readdirSync(path);
      fs.rmSync(path, { recursive: true });
    },
  };
});

const MEMORY = ["cgroup.procs", "memory.limit_in_bytes"];
const PIDS = ["cgroup.procs", "pids.max"];
const UNIFIED = ["cgroup.procs", "pids.max", "memory.max", "cgroup.kill"];

describe("ControlGroup", () => {
  let root: string;

  beforeEach(() => {
    kernel.filesOf = () => [];
    kernel.busyAttempts = 0;
    kernel.pauses = [];
    root = mkdtempSync(join(tmpdir(), "abp-cgroup-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function tree(name: string, controllers: readonly string[]): Hierarchy {
    const mountPoint = join(root, name);
    mkdirSync(mountPoint);
    mkdirSync(join(mountPoint, "own"));
    const version = controllers.length === 0 ? 2 : 1;
    return { version, controllers, mountPoint, own: join(mountPoint, "own") };
  }

  /** Where the process would join, relative to the root, with the end of the name replaced. */
  const places = (group: ControlGroup) =>
    group.joinFiles.map((file) => file.slice(root.length + 1).replace(/\.\d+\.\d+\//, ".N/"));
  const contentOf = (group: ControlGroup, index: number, file: string) =>
    readFileSync(join(group.joinFiles[index] ?? "", "..", file), "utf8");

  function version1(): Hierarchy[] {
    kernel.filesOf = (path) => (path.includes("/memory/") ? MEMORY : PIDS);
    return [tree("memory", ["memory"]), tree("cpu", ["cpu", "cpuacct"]), tree("pids", ["pids"])];
  }

  it("S41 creates a group in each tree that limits memory or processes, and writes the limits", () => {
    const hierarchies = version1();
    const group = ControlGroup.create("run-1", { memoryBytes: 5000, processes: 7 }, hierarchies);
    expect(places(group)).toEqual([
      "memory/own/abp-run-1.N/cgroup.procs",
      "pids/own/abp-run-1.N/cgroup.procs",
    ]);
    expect(group.limits).toEqual({ memory: "cgroup", processes: "cgroup" });
    expect(contentOf(group, 0, "memory.limit_in_bytes")).toBe("5000");
    expect(contentOf(group, 1, "pids.max")).toBe("7");
  });

  it("names the group after the mark, this process and a number that is used once", () => {
    const hierarchies = version1();
    const names = [1, 2].map(() => ControlGroup.create("m", {}, hierarchies).joinFiles[0]?.split("/").at(-2));
    const [first, second] = names.map((name) => name?.split("."));
    expect(first?.slice(0, 2)).toEqual(["abp-m", String(process.pid)]);
    expect(Number(second?.[2])).toBe(Number(first?.[2]) + 1);
  });

  it("writes and names no limit without a request for it, and says `none` if no group holds one", () => {
    const [memory, , pids] = version1();
    const unlimited = ControlGroup.create("m", {}, [memory!, pids!]);
    expect(unlimited.limits).toEqual({});
    expect(contentOf(unlimited, 0, "memory.limit_in_bytes")).toBe("");
    expect(contentOf(unlimited, 1, "pids.max")).toBe("");
    expect(ControlGroup.create("m", { memoryBytes: 1 }, [pids!]).limits).toEqual({ memory: "none" });
    expect(ControlGroup.create("m", { processes: 1 }, [memory!]).limits).toEqual({ processes: "none" });
    expect(ControlGroup.create("m", { memoryBytes: 1 }, [memory!]).limits).toEqual({ memory: "cgroup" });
    expect(ControlGroup.create("m", { processes: 1 }, []).joinFiles).toEqual([]);
  });

  it("creates no file that the kernel does not have", () => {
    const hierarchies = version1();
    kernel.filesOf = () => ["cgroup.procs"];
    const group = ControlGroup.create("m", { memoryBytes: 1, processes: 1 }, hierarchies);
    expect(group.limits).toEqual({ memory: "none", processes: "none" });
    expect(readdirSync(join(group.joinFiles[0]!, ".."))).toEqual(["cgroup.procs"]);
  });

  it("does not count a directory that no process can join, and removes it", () => {
    const [memory] = version1();
    kernel.filesOf = () => ["memory.limit_in_bytes"];
    const group = ControlGroup.create("m", { memoryBytes: 1 }, [memory!]);
    expect([group.joinFiles, group.limits]).toEqual([[], { memory: "none" }]);
    expect(readdirSync(memory!.own)).toEqual([]);
  });

  it("takes no group that is there already", () => {
    const [memory] = version1();
    const name = ControlGroup.create("m", {}, [memory!]).joinFiles[0]!.split("/").at(-2)!;
    const next = name.replace(/\d+$/, (number) => String(Number(number) + 1));
    mkdirSync(join(memory!.own, next));
    writeFileSync(join(memory!.own, next, "cgroup.procs"), "");
    expect(ControlGroup.create("m", {}, [memory!]).joinFiles).toEqual([]);
    expect(readdirSync(memory!.own)).toContain(next);
  });

  it("does without a tree in which it may create nothing", () => {
    const [memory, , pids] = version1();
    rmSync(memory!.own, { recursive: true });
    expect(places(ControlGroup.create("m", {}, [memory!, pids!]))).toEqual(["pids/own/abp-m.N/cgroup.procs"]);
  });

  describe("in version 2", () => {
    let unified: Hierarchy;
    /** The files of a group below our own, and beside it. */
    let below: readonly string[];
    let beside: readonly string[];

    beforeEach(() => {
      unified = tree("unified", []);
      kernel.filesOf = (path) => (path.includes("/own/") ? below : beside);
      below = UNIFIED;
      beside = UNIFIED;
    });

    const create = () => ControlGroup.create("m", { memoryBytes: 9, processes: 3 }, [unified]);
    const groups = (directory: string) => readdirSync(directory).filter((name) => name.startsWith("abp-"));

    it("asks for controllers and creates the group below our own", () => {
      writeFileSync(join(unified.own, "cgroup.subtree_control"), "");
      const group = create();
      expect(readFileSync(join(unified.own, "cgroup.subtree_control"), "utf8")).toBe("+pids +memory");
      expect(places(group)).toEqual(["unified/own/abp-m.N/cgroup.procs"]);
      expect([contentOf(group, 0, "memory.max"), contentOf(group, 0, "pids.max")]).toEqual(["9", "3"]);
      expect(group.limits).toEqual({ memory: "cgroup", processes: "cgroup" });
      expect(groups(unified.mountPoint)).toEqual([]);
    });

    it("creates it beside our own if only that gives controllers", () => {
      below = ["cgroup.procs"];
      expect(places(create())).toEqual(["unified/abp-m.N/cgroup.procs"]);
      expect(groups(unified.own)).toEqual([]);
      expect(groups(unified.mountPoint)).toHaveLength(1);
    });

    it("stays below our own if neither gives controllers", () => {
      below = ["cgroup.procs"];
      beside = ["cgroup.procs"];
      expect(places(create())).toEqual(["unified/own/abp-m.N/cgroup.procs"]);
      expect(groups(unified.mountPoint)).toEqual([]);
      beside = [];
      expect(places(create())).toEqual(["unified/own/abp-m.N/cgroup.procs"]);
    });

    it("takes the place beside our own if none can be made below", () => {
      below = [];
      beside = ["cgroup.procs"];
      expect(places(create())).toEqual(["unified/abp-m.N/cgroup.procs"]);
      beside = [];
      expect(places(create())).toEqual([]);
    });

    it("never leaves the mounted tree", () => {
      unified = { ...unified, own: unified.mountPoint };
      beside = ["cgroup.procs"];
      expect(places(create())).toEqual(["unified/abp-m.N/cgroup.procs"]);
      expect(groups(root)).toEqual([]);
      beside = [];
      expect(create().joinFiles).toEqual([]);
      kernel.filesOf = (path) => (path.startsWith(unified.mountPoint) ? ["cgroup.procs"] : UNIFIED);
      expect(places(create())).toEqual(["unified/abp-m.N/cgroup.procs"]);
    });
  });

  it("moves a process into every directory, and lists each member once", () => {
    const [memory, , pids] = version1();
    const group = ControlGroup.create("m", {}, [memory!, pids!]);
    group.add(12);
    expect(group.joinFiles.map((file) => readFileSync(file, "utf8"))).toEqual(["12", "12"]);
    writeFileSync(group.joinFiles[0]!, "12\n13\n");
    writeFileSync(group.joinFiles[1]!, "13\n14\n");
    expect(group.pids()).toEqual([12, 13, 14]);
    rmSync(group.joinFiles[0]!);
    expect(group.pids()).toEqual([13, 14]);
  });

  it("ends the members and permits no new ones", () => {
    kernel.filesOf = () => UNIFIED;
    const group = ControlGroup.create("m", {}, [tree("unified", [])]);
    group.kill();
    expect([contentOf(group, 0, "pids.max"), contentOf(group, 0, "cgroup.kill")]).toEqual(["0", "1"]);
  });

  it("S42 adds up what the kernel ended for lack of memory", () => {
    kernel.filesOf = () => ["cgroup.procs"];
    const [memory, pids] = [tree("memory", ["memory"]), tree("pids", ["pids"])];
    const group = ControlGroup.create("m", {}, [memory, pids]);
    expect(group.outOfMemoryKills()).toBe(0);
    const [first, second] = group.joinFiles.map((file) => join(file, ".."));
    writeFileSync(join(first!, "memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
    expect(group.outOfMemoryKills()).toBe(2);
    writeFileSync(join(second!, "memory.events"), "oom 9\noom_kill 3\noom_group_kill 7\n");
    expect(group.outOfMemoryKills()).toBe(5);
  });

  it("removes its directories, and waits while the kernel still sees a process", async () => {
    const [memory, , pids] = version1();
    const group = ControlGroup.create("m", {}, [memory!, pids!]);
    kernel.busyAttempts = 3;
    await group.remove();
    expect([memory!, pids!].flatMap((one) => readdirSync(one.own))).toEqual([]);
    expect(kernel.pauses).toEqual([10, 10, 10]);
    await group.remove();
    expect(kernel.pauses).toHaveLength(3);
  });

  it("gives up on a directory after twenty attempts, and goes on with the next", async () => {
    const [memory, , pids] = version1();
    const group = ControlGroup.create("m", {}, [memory!, pids!]);
    kernel.busyAttempts = 20;
    await group.remove();
    expect(kernel.pauses).toHaveLength(20);
    expect([memory!, pids!].map((one) => readdirSync(one.own).length)).toEqual([1, 0]);
  });
});
