import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "abp-example-"));

afterAll(() => rmSync(home, { recursive: true, force: true }));

it("examples/in-process-gateway.ts answers through a gateway and prints its receipt", async () => {
  const hook = new URL("./package-source.ts", import.meta.url).href;
  const example = new URL("../../examples/in-process-gateway.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, ["--import", hook, example], {
    cwd: home,
    env: { PATH: process.env["PATH"], ABP_HOME: home },
  });
  const [answer, receipt] = stdout.trimEnd().split("\n");
  expect(answer).toMatch(/^200 \[simulated\] /);
  expect(receipt).toBe("complete mapped sim-gemini");
});

it("examples/run-work-order.ts runs a work order, verifies its receipt and reads its events again", async () => {
  const hook = new URL("./package-source.ts", import.meta.url).href;
  const example = new URL("../../examples/run-work-order.ts", import.meta.url).pathname;
  const { stdout } = await run(process.execPath, ["--import", hook, example], {
    cwd: home,
    env: { PATH: process.env["PATH"], ABP_HOME: home },
  });
  expect(stdout.trimEnd().split("\n")).toEqual([
    "event run_started",
    "event assistant_message",
    "event assistant_message",
    "event run_completed",
    "receipt complete verified L0",
    "patch none",
    "stored assistant_message",
    "stored assistant_message",
  ]);
});
