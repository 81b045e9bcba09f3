import { describe, expect, it } from "vitest";
import { isAlive, ownOwner, type ProcessTable, processTable, readOwner, writeOwner } from "./owner.ts";

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
  ])("W28 is dead where %s", (_, change) => {
    expect(isAlive({ ...owner, ...change }, table)).toBe(false);
  });

  it("W28 counts as alive where it belongs to another container, whose processes cannot be seen", () => {
    expect(isAlive({ ...owner, pid: 8, pidNamespace: "pid:[2]" }, table)).toBe(true);
  });

  it("survives writing and reading", () => {
    expect(readOwner(writeOwner(owner))).toEqual(owner);
  });

  it.each(["", "null", "[]", "7", "{}", '{"run_id":"x","pid":"7"}', writeOwner({ ...owner, pid: -1 })])(
    "is not read from %j",
    (text) => {
      expect(readOwner(text)).toBeUndefined();
    },
  );

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
});
