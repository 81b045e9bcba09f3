import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { HeldLimits } from "./program.ts";
import type { StartPlan } from "./start-plan.ts";
import { startProgram } from "./start-program.ts";

interface FakeChild extends EventEmitter {
  pid: number | undefined;
}

const system = vi.hoisted(() => ({
  spawned: [] as { command: string; args: readonly string[]; options: Record<string, unknown> }[],
  spawn: (): FakeChild => {
    throw new Error("not set");
  },
  groupsFor: [] as unknown[][],
  limits: {} as HeldLimits,
  joinFiles: [] as string[],
  removals: 0,
  leakingFrom: [] as number[],
}));

vi.mock("node:child_process", () => ({
  spawn: (command: string, args: readonly string[], options: Record<string, unknown>) => {
    system.spawned.push({ command, args, options });
    return system.spawn();
  },
}));
vi.mock("./cgroup/control-group.ts", () => ({
  ControlGroup: {
    create: (...args: unknown[]) => {
      system.groupsFor.push(args);
      return {
        limits: system.limits,
        joinFiles: system.joinFiles,
        outOfMemoryKills: () => 0,
        remove: async () => {
          await Promise.resolve();
          system.removals += 1;
        },
      };
    },
  },
}));
vi.mock("./launch/leaking-descriptors.ts", () => ({
  leakingDescriptors: (first: number) => {
    system.leakingFrom.push(first);
    return [];
  },
}));

function plan(more: Partial<StartPlan> = {}): StartPlan {
  return { command: "sh", args: ["-c", "true"], env: { PATH: "/bin", A: "1" }, cwd: "/", mark: "m", ...more };
}

function fakeChild(pid: number | undefined): FakeChild {
  return Object.assign(new EventEmitter(), {
    pid,
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  });
}

/** A child that could not be started says so in a later event. */
function failingWith(error: unknown): () => FakeChild {
  return () => {
    const child = fakeChild(undefined);
    setImmediate(() => child.emit("error", error));
    return child;
  };
}

const errno = (code: string) => Object.assign(new Error(code), { code });

describe("startProgram with a fake system", () => {
  let child: FakeChild;

  beforeEach(() => {
    child = fakeChild(2 ** 30);
    system.spawned = [];
    system.spawn = () => child;
    system.groupsFor = [];
    system.limits = {};
    system.joinFiles = [];
    system.removals = 0;
    system.leakingFrom = [];
  });

  it("starts the program in a session of its own with the planned environment and the mark", async () => {
    const program = await startProgram(plan());
    expect(system.spawned).toEqual([
      {
        command: "/bin/sh",
        args: ["-c", "true"],
        options: {
          env: { PATH: "/bin", A: "1", ABP_RUN_ID: "m" },
          cwd: "/",
          stdio: ["pipe", "pipe", "pipe"],
          detached: true,
        },
      },
    ]);
    expect([program.pid, program.limits]).toEqual([2 ** 30, {}]);
    expect(system.groupsFor).toEqual([["m", {}]]);
    expect([system.leakingFrom, system.removals]).toEqual([[3], 0]);
    child.emit("error", new Error("a signal could not be sent"));
  });

  it("passes descriptors and a channel on, and keeps their places open", async () => {
    const started: unknown[] = [];
    await startProgram(
      plan({ descriptors: [20, 21], channel: true, onStarted: (given) => started.push(given) }),
    );
    expect(system.spawned[0]?.options["stdio"]).toEqual(["pipe", "pipe", "pipe", 20, 21, "ipc"]);
    expect(system.leakingFrom).toEqual([6]);
    expect(started).toEqual([child]);
    await startProgram(plan({ channel: false }));
    expect(system.spawned[1]?.options["stdio"]).toEqual(["pipe", "pipe", "pipe"]);
  });

  it("lets the program join its group before it begins", async () => {
    system.joinFiles = ["/cg/m/cgroup.procs"];
    await startProgram(plan({ limits: { processes: 3 } }));
    expect(system.groupsFor).toEqual([["m", { processes: 3 }]]);
    expect(system.spawned[0]?.args).toContain("echo 0 > '/cg/m/cgroup.procs' || exit 125\nexec \"$@\"");
  });

  it("S42 limits the data of each process if no group holds the memory", async () => {
    system.limits = { memory: "none", processes: "cgroup" };
    const program = await startProgram(plan({ limits: { memoryBytes: 2048, processes: 3 } }));
    expect(program.limits).toEqual({ memory: "rlimit", processes: "cgroup" });
    expect(system.spawned[0]?.args[1]).toBe('ulimit -d 2 || exit 125\nexec "$@"');
  });

  it("sets no second limit if a group holds the memory, or the system has none", async () => {
    system.limits = { memory: "cgroup" };
    const limits = { memoryBytes: 2048 };
    expect((await startProgram(plan({ limits }))).limits).toEqual({ memory: "cgroup" });
    expect(system.spawned[0]?.command).toBe("/bin/sh");
    expect(system.spawned[0]?.args).toEqual(["-c", "true"]);
    system.limits = { memory: "none" };
    expect((await startProgram(plan())).limits).toEqual({ memory: "none" });
    vi.spyOn(process, "platform", "get").mockReturnValue("win32");
    expect((await startProgram(plan({ limits }))).limits).toEqual({ memory: "none" });
    vi.restoreAllMocks();
  });

  it("S01 names a missing working directory and a missing program before it creates anything", async () => {
    for (const cwd of ["/nowhere", "/bin/sh"]) {
      await expect(startProgram(plan({ cwd }))).rejects.toMatchObject({
        code: "sidecar_spawn_failed",
        message: `sh cannot be started: its working directory ${cwd} does not exist`,
        details: { command: "sh", errno: "ENOENT" },
      });
    }
    await expect(startProgram(plan({ command: "/bin" }))).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      message: "/bin cannot be started: it is not a file",
      details: { command: "/bin", errno: "EACCES" },
    });
    expect(system.groupsFor).toEqual([]);
  });

  it.each(["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"])(
    "S46 reports %s as a shortage that passes, and removes the group",
    async (code) => {
      const cause = errno(code);
      system.spawn = failingWith(cause);
      await expect(startProgram(plan())).rejects.toMatchObject({
        code: "backend_unavailable",
        message: `sh cannot be started now: ${code}`,
        details: { command: "sh", errno: code },
        cause,
      });
      expect(system.removals).toBe(1);
    },
  );

  it("S01 reports other failures of the start with their code", async () => {
    system.spawn = failingWith(errno("EPERM"));
    await expect(startProgram(plan())).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      details: { command: "sh", errno: "EPERM" },
    });
    system.spawn = () => {
      throw new TypeError("an argument has a zero byte");
    };
    await expect(startProgram(plan())).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      details: { errno: "unknown" },
    });
    expect(system.removals).toBe(2);
  });
});
