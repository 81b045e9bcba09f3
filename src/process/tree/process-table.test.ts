import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseStat, readProcess, readProcessTable, readVariable } from "./process-table.ts";

const STAT = "7 (a) b) S 1 7 5 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 0 0";

describe("the process table", () => {
  let proc: string;

  beforeEach(() => {
    proc = mkdtempSync(join(tmpdir(), "abp-proc-"));
    mkdirSync(join(proc, "7"));
    mkdirSync(join(proc, "8"));
    mkdirSync(join(proc, "self"));
    writeFileSync(join(proc, "7", "stat"), STAT);
    writeFileSync(join(proc, "7", "environ"), "A=1\0ABP_RUN_ID=x=y\0XABP_RUN_ID=no\0");
  });
  afterEach(() => rmSync(proc, { recursive: true }));

  it("reads state, relations and start time, whatever the program's name contains", () => {
    const entry = { pid: 7, state: "S", parent: 1, group: 7, session: 5, startedAt: 4711 };
    expect(parseStat(STAT)).toEqual(entry);
    expect(readProcess(7, proc)).toEqual(entry);
    expect(readProcessTable(proc)).toEqual([entry]);
  });

  it("skips what is no process, and processes that end meanwhile", () => {
    expect(parseStat("nothing")).toBeUndefined();
    expect(parseStat("x (y) S 1 1 1")).toBeUndefined();
    expect(parseStat("7 (y) S 1 1 1")).toBeUndefined();
    expect(parseStat(STAT.replace("7 (", "x ("))).toBeUndefined();
    expect(readProcess(8, proc)).toBeUndefined();
    expect(readProcessTable(join(proc, "absent"))).toEqual([]);
  });

  it("finds a variable by its whole name", () => {
    expect(readVariable(7, "ABP_RUN_ID", proc)).toBe("x=y");
    expect(readVariable(7, "ABP_RUN", proc)).toBeUndefined();
    expect(readVariable(8, "A", proc)).toBeUndefined();
    writeFileSync(join(proc, "8", "environ"), "A=first\0A=second\0");
    expect(readVariable(8, "A", proc)).toBe("first");
  });
});
