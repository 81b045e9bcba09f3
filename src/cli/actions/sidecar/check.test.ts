import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const python = "/usr/bin/python3";
const example = resolve(import.meta.dirname, "../../../../hosts/python/host.py");

describe("abp sidecar check", () => {
  const machine = useMachine();
  const check = (...argv: string[]) => machine.run(["sidecar", "check", ...argv]);

  it("passes the example sidecar, in a table of 80 columns", async (ctx) => {
    if (!existsSync(python)) return ctx.skip("needs /usr/bin/python3");
    const { exit, out } = await check("--", python, example);
    expect(out).toContain("PASSED example_python: 41 passed, 0 warnings, 0 failed, 0 skipped");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(exit).toBe(0);
  });

  it("gives only the allowed and the given variables to the sidecar", async () => {
    machine.env["SECRET"] = "door";
    const hello = '{ t: "hello", contract_version: "abp/v0.1", backend: { id }, capabilities: {} }';
    const script = `const id = [process.env.WORD, process.env.SECRET].join(); console.log(JSON.stringify(${hello}))`;
    const { out } = await check("--env", "WORD=given", "--", process.execPath, "-e", script);
    expect(out).toContain('backend "given,"');
  });

  it("gives the tasks of its flags to the sidecar", async (ctx) => {
    if (!existsSync(python)) return ctx.skip("needs /usr/bin/python3");
    const flags = ["--task", "fail now", "--slow-task", "say x", "--tool-task", "say y"];
    const failing = await check("--json", ...flags, "--", python, example);
    expect(failing.out).toContain('the sidecar sent fatal: \\"RuntimeError: now\\"');
    const { out } = await check("--json", ...flags.slice(2), "--", python, example);
    const report = JSON.parse(out);
    const verdicts = new Map(report.results.map((result: { id: string }) => [result.id, result]));
    expect(report).toMatchObject({ kind: "sidecar_check", ok: true, backend: { id: "example_python" } });
    expect(verdicts.get("cancel")).toMatchObject({ verdict: "skip" });
    expect(verdicts.get("tools.asks")).toMatchObject({
      verdict: "skip",
      reason: "the task used no tool; give another with --tool-task",
    });
  });

  it("fails a sidecar with the reason, advice and the end of its standard error", async () => {
    const script = 'console.error("\\u001b[2Jsecret door"); console.log("ready");';
    const { exit, out } = await check("--", process.execPath, "-e", script);
    expect(exit).toBe(1);
    expect(out).toContain('fail  stdout.json            a line is not JSON: "ready"');
    expect(out).toContain("→ Write logs to standard error");
    expect(out).toContain("\\u{1b}[2Jsecret door");
    expect(out).toMatch(/skip {2}\d+ rules +not tried, because of an earlier failure/);
    expect(out).toMatch(/FAILED \d+ passed/);
  });

  it("says which program cannot be started", async () => {
    const { exit, out } = await check("--", "/nowhere/sidecar");
    expect(exit).toBe(1);
    expect(out).toMatch(/^fail {2}start .*\/nowhere\/sidecar/m);
  });

  it("refuses a time limit that is no number", async () => {
    const { exit, error } = await check("--timeout", "soon", "--", "x");
    expect([exit, error]).toEqual([2, expect.stringContaining("--timeout")]);
  });
});
