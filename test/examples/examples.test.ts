import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { repository } from "../package/built-package.ts";
import { programsFolder } from "../package/programs.ts";

const run = promisify(execFile);
const root = dirname(await programsFolder());
const home = mkdtempSync(join(tmpdir(), "abp-example-"));

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs an example with the package, and gives the lines that it prints. */
async function runExample(name: string): Promise<string[]> {
  const hook = new URL("./package-source.ts", import.meta.url).href;
  const example = join(repository, "examples", name);
  const { stdout } = await run(process.execPath, ["--import", hook, example], {
    cwd: home,
    env: {
      PATH: process.env["PATH"],
      ABP_HOME: home,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...(root === repository ? {} : { TEST_BUILT_PACKAGE: root }),
    },
  });
  return stdout.trimEnd().split("\n");
}

it("examples/in-process-gateway.ts answers through a gateway and prints its receipt", async () => {
  const [answer, receipt] = await runExample("in-process-gateway.ts");
  expect(answer).toMatch(/^200 \[simulated\] /);
  expect(receipt).toBe("complete mapped sim-gemini");
});

it("examples/run-work-order.ts runs a work order, verifies its receipt and reads its events again", async () => {
  expect(await runExample("run-work-order.ts")).toEqual([
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
