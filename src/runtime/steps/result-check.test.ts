import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { startProgram } from "../../process/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import { type CheckRequest, checkResult, isPassed } from "./result-check.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-check-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(command: string, more: Partial<CheckRequest> = {}) {
  return checkResult({
    command,
    timeoutMs: 60_000,
    root,
    environment: { PATH: process.env["PATH"] ?? "" },
    mark: `check-${process.pid}`,
    confine: undefined,
    secrets: [],
    startProgram,
    signal: new AbortController().signal,
    ...more,
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
  } catch {
    return false;
  }
}

describe("the check of a result", () => {
  it("runs in the workspace and says what the command said", async () => {
    const record = await check("echo to-out; echo to-err >&2; touch made; exit 3");
    expect(record).toEqual({
      command: "echo to-out; echo to-err >&2; touch made; exit 3",
      exit_code: 3,
      duration_ms: expect.any(Number),
      output_tail: expect.stringMatching(/^(to-out\nto-err\n|to-err\nto-out\n)$/),
    });
    expect(existsSync(join(root, "made"))).toBe(true);
    expect(isPassed(record)).toBe(false);
    expect(isPassed(await check("true"))).toBe(true);
  });

  it("gets no input, and only the given variables", async () => {
    const { output_tail } = await check("cat; echo [$ONE][$HOME]", {
      environment: { PATH: process.env["PATH"] ?? "", ONE: "1" },
    });
    expect(output_tail).toBe("[1][]\n");
  });

  it("keeps the end of long output, without secrets", async () => {
    const { output_tail } = await check("seq 1 20000; echo secret-value-1", { secrets: ["secret-value-1"] });
    expect(output_tail.length).toBeLessThanOrEqual(16 * 1024);
    expect(output_tail.length).toBeGreaterThan(15 * 1024);
    expect(output_tail.endsWith("20000\n[redacted]\n")).toBe(true);
  });

  it("is ended after its time, with everything that it started", async () => {
    const record = await check("sleep 1000 & echo $! > pid; sleep 1000", { timeoutMs: 1500 });
    expect(record).toMatchObject({ exit_code: null, signal: "SIGKILL", timed_out: true });
    expect(isPassed(record)).toBe(false);
    expect(isAlive(Number(readFileSync(join(root, "pid"), "utf8")))).toBe(false);
  });

  it("leaves no process behind, also if the command has ended", async () => {
    const record = await check("sleep 1000 & echo $! > pid; exit 0");
    expect(record).toMatchObject({ exit_code: 0 });
    expect(record).not.toHaveProperty("timed_out");
    expect(isAlive(Number(readFileSync(join(root, "pid"), "utf8")))).toBe(false);
  });

  it("is ended when the run is", async () => {
    const stop = new AbortController();
    const record = check("touch begun; sleep 1000", { signal: stop.signal });
    await until(() => existsSync(join(root, "begun")));
    stop.abort("enough");
    expect(await record).toMatchObject({ exit_code: null, signal: "SIGKILL" });
    expect(await check("sleep 1000", { signal: stop.signal })).toMatchObject({ exit_code: null });
  });

  it("has no exit code if it is ended before the command runs, because the code is its launcher's", async () => {
    const record = await check("sleep 1000", {
      signal: AbortSignal.abort("enough"),
      startProgram: async (plan) => {
        const program = await startProgram({ ...plan, args: ["-c", "exit 2"] });
        await program.exit;
        return program;
      },
    });
    expect(record.exit_code).toBeNull();
    expect(isPassed(record)).toBe(false);
  });

  it("runs in the sandbox that it is given, which is closed afterwards", async () => {
    const calls: unknown[] = [];
    const sandbox = {
      wrap: (plan: object) => ({ ...plan, args: ["-c", "echo wrapped"] }),
      close: async () => calls.push("closed"),
    } as unknown as Sandbox;
    const record = await check("echo bare", {
      confine: async (program) => {
        calls.push(program);
        return sandbox;
      },
    });
    expect(record).toMatchObject({ exit_code: 0, output_tail: "wrapped\n" });
    expect(calls).toEqual([{ command: "/bin/sh", args: ["-c", "echo bare"], cwd: root }, "closed"]);
  });

  it("has failed if it cannot be started, and says why", async () => {
    const failures: Partial<CheckRequest>[] = [
      { confine: () => Promise.reject(new Error("no sandbox")) },
      { startProgram: () => Promise.reject(new Error("no sandbox")) },
    ];
    for (const failure of failures) {
      const record = await check("true", failure);
      expect(record).toMatchObject({
        exit_code: null,
        output_tail: "the check cannot be started: no sandbox",
      });
      expect(isPassed(record)).toBe(false);
    }
  });
});
