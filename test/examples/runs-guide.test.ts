import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { errorCodes } from "../../src/contract/index.ts";
import { builtMain } from "../package/built-main.ts";
import { CommandCalls } from "./command-calls.ts";

const source = resolve(import.meta.dirname, "../..");
const guide = readFileSync(join(source, "docs/runs.md"), "utf8");
const home = mkdtempSync(join(tmpdir(), "abp-guide-"));
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

it("docs/runs.md: every command runs, one after the other", async (context) => {
  if (!existsSync("/usr/bin/python3")) context.skip("needs /usr/bin/python3");
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks).toHaveLength(11);
  const calls = new CommandCalls(home, await builtMain());
  const script = `set -eu\n${calls.shellFunction}\nmkdir work; cd work\n${blocks.join("\n")}\necho the end`;
  const ended = promisify(execFile)("/bin/sh", ["-c", script], {
    cwd: home,
    env: { PATH: process.env["PATH"], ABP_SOURCE: source },
  });
  const { stdout: out } = await calls.serveUntil(ended);
  expect(out.trimEnd().endsWith("the end")).toBe(true);
  expect(readFileSync(join(home, "work/repo/a.txt"), "utf8")).toBe("one\ntwo\n");
});

it("docs/runs.md: every error code exists", () => {
  const section = guide.slice(guide.indexOf("## When something fails"));
  const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) => cell!.match(/[a-z_]+/g)!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
});
