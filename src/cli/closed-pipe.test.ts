import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { programsFolder } from "../../test/package/programs.ts";

const abp = join(await programsFolder(), "abp.js");
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-pipe-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

type Stream = "stdout" | "stderr";

/** Runs a command whose stream has no reader; resolves to its exit code and to the text on the other stream. */
function run(argv: readonly string[], closed: Stream): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [abp, ...argv], {
    cwd: home,
    env: { ABP_HOME: join(home, "abp"), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child[closed].destroy();
  let text = "";
  child[closed === "stdout" ? "stderr" : "stdout"].on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((done) => child.on("close", (code) => done({ code, text })));
}

describe("a command whose standard output nobody reads", () => {
  it.each([
    ["--version"],
    ["--help"],
    ["register"],
    ["register", "--json"],
    ["run", "--task", "hi", "--json"],
    ["up", "--port", "0", "--json"],
  ])("%s %s %s ends with the code of SIGPIPE and without a stack", async (...argv) => {
    const { code, text } = await run(argv, "stdout");
    expect(code).toBe(141);
    expect(text).not.toMatch(/EPIPE|node:events|at .*\.ts/);
  });
});

describe("a command whose standard error nobody reads", () => {
  it("does its work and leaves no open run", async () => {
    const { code, text } = await run(["run", "--task", "hi"], "stderr");
    expect(code).toBe(0);
    expect(text).toContain("This is a mock backend.");
  });
});

describe("a command whose output does not fit on the disk", () => {
  it.skipIf(process.platform !== "linux")("says so and fails", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [abp, "register", "--quiet"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    let text = "";
    child.stderr!.on("data", (chunk: Buffer) => (text += chunk.toString()));
    expect(await new Promise((done) => child.on("close", done))).toBe(1);
    expect(text).toBe("error output_unwritable: (standard output): cannot be written (no space left)\n");
  });
});
