import type * as fileSystem from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isAlive, ownOwner, type ProcessTable, processTable, readOwner, writeOwner } from "./owner.ts";

/** Contents that take the place of files of the system; an error is thrown. */
const files = vi.hoisted(() => new Map<string, string | Error>());
vi.mock("node:fs", async (load) => {
  const real = await load<typeof fileSystem>();
  const replaced =
    (read: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      const content = files.get(String(args[0]));
      if (content instanceof Error) throw content;
      return content ?? read(...args);
    };
  return { ...real, readFileSync: replaced(real.readFileSync), readlinkSync: replaced(real.readlinkSync) };
});

const table: ProcessTable = {
  bootId: "boot",
  pidNamespace: "pid:[1]",
  startTime: (pid) => (pid === 7 ? "100" : undefined),
};
const owner = { runId: "run", pid: 7, startTime: "100", bootId: "boot", pidNamespace: "pid:[1]" };

describe("the owner of a stage", () => {
  it("is alive as the same process of the same boot", () => {
    expect(isAlive(owner, table)).toBe(true);
    expect(isAlive(ownOwner("run"))).toBe(true);
  });

  it.each([
    ["its process is gone", { pid: 8 }],
    ["another process has its id", { startTime: "99" }],
    ["the machine was started again", { bootId: "earlier" }],
  ])("W28 is dead if %s", (_, change) => {
    expect(isAlive({ ...owner, ...change }, table)).toBe(false);
  });

  it("W28 counts as alive if it belongs to another container, whose processes cannot be seen", () => {
    expect(isAlive({ ...owner, pid: 8, pidNamespace: "pid:[2]" }, table)).toBe(true);
  });

  it("survives writing and reading", () => {
    expect(readOwner(writeOwner(owner))).toEqual(owner);
  });

  it("is written as one line of JSON", () => {
    expect(writeOwner(owner)).toBe(
      '{"run_id":"run","pid":7,"start_time":"100","boot_id":"boot","pid_namespace":"pid:[1]"}\n',
    );
  });

  it.each(["", "null", "[]", "7", "{}", '{"run_id":"x","pid":"7"}'])("is not read from %j", (text) => {
    expect(readOwner(text)).toBeUndefined();
  });

  it.each(["7", 7.5, 0, -1, null, 2 ** 60])("is not read with the process id %j", (pid) => {
    expect(readOwner(JSON.stringify({ ...JSON.parse(writeOwner(owner)), pid }))).toBeUndefined();
    expect(readOwner(writeOwner({ ...owner, pid: 1 }))?.pid).toBe(1);
  });

  it.each(["run_id", "start_time", "boot_id", "pid_namespace"])(
    "is not read where %s is no text",
    (member) => {
      expect(readOwner(JSON.stringify({ ...JSON.parse(writeOwner(owner)), [member]: 1 }))).toBeUndefined();
    },
  );

  it("is this process, with no start time if the system knows none", () => {
    const own = { runId: "r", pid: process.pid, startTime: "", bootId: "boot", pidNamespace: "pid:[1]" };
    expect(ownOwner("r", { ...table, startTime: () => undefined })).toEqual(own);
    expect(ownOwner("r", { ...table, startTime: (pid) => `at ${pid}` }).startTime).toBe(`at ${process.pid}`);
  });

  it("W28 is dead if no process has its id, even without a start time", () => {
    const unknown = { ...table, startTime: () => undefined };
    expect(isAlive({ ...owner, startTime: "" }, unknown)).toBe(false);
    expect(isAlive({ ...owner, startTime: "" }, { ...table, startTime: () => "" })).toBe(true);
  });

  it.each(["run_id", "pid", "start_time", "boot_id", "pid_namespace"])("is not read without %s", (member) => {
    const { [member]: _, ...rest } = JSON.parse(writeOwner(owner));
    expect(readOwner(JSON.stringify(rest))).toBeUndefined();
  });
});

describe("the process table", () => {
  it("knows this process and no process without an id", () => {
    expect(processTable.startTime(process.pid)).toMatch(/^\d*$/);
    expect(processTable.startTime(2 ** 22 + 1)).toBeUndefined();
  });

  it("reads the start time behind a program name with spaces and parentheses", async (context) => {
    if (process.platform !== "linux") context.skip("needs /proc");
    const { spawn } = await import("node:child_process");
    const { readFileSync } = await import("node:fs");
    const child = spawn("sleep", ["60"]);
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    expect(processTable.startTime(child.pid!)).toBe(fields[19]);
    child.kill("SIGKILL");
  });

  describe("of another state", () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform")!;
    afterEach(() => {
      files.clear();
      vi.restoreAllMocks();
      Object.defineProperty(process, "platform", platform);
    });
    const status = (state: string) => {
      const rest = Array.from({ length: 48 }, (_, index) => String(index + 4));
      files.set("/proc/5/stat", `5 (a) b (c) ${state} ${rest.join(" ")}`);
      return processTable.startTime(5);
    };

    it("W28 knows a running and a sleeping process by field 22, and no process that is only remembered", () => {
      expect(["R", "S", "D", "Z", "X"].map(status)).toEqual(["22", "22", "22", undefined, undefined]);
    });

    it("reads the boot and the name space, and nothing if there are none", () => {
      files.set("/proc/sys/kernel/random/boot_id", "boot-1\n");
      files.set("/proc/self/ns/pid", "pid:[9]");
      expect([processTable.bootId, processTable.pidNamespace]).toEqual(["boot-1", "pid:[9]"]);
      files.set("/proc/sys/kernel/random/boot_id", new Error("ENOENT"));
      files.set("/proc/self/ns/pid", new Error("ENOENT"));
      expect([processTable.bootId, processTable.pidNamespace]).toEqual(["", ""]);
    });

    it("asks for the process itself if the system is not Linux", () => {
      files.set("/proc/5/stat", new Error("ENOENT"));
      const kill = vi.spyOn(process, "kill").mockReturnValue(true);
      expect(processTable.startTime(5)).toBeUndefined();
      Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
      expect(processTable.startTime(5)).toBe("");
      expect(kill.mock.calls).toEqual([[5, 0]]);
      const refuse = (code: string) => () => {
        throw Object.assign(new Error(code), { code });
      };
      kill.mockImplementation(refuse("EPERM"));
      expect(processTable.startTime(5)).toBe("");
      kill.mockImplementation(refuse("ESRCH"));
      expect(processTable.startTime(5)).toBeUndefined();
    });
  });
});
