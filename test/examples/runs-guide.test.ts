import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { errorCodes } from "../../src/contract/index.ts";
import { programsFolder } from "../package/programs.ts";

const source = resolve(import.meta.dirname, "../..");
const guide = readFileSync(join(source, "docs/runs.md"), "utf8");
const home = mkdtempSync(join(tmpdir(), "abp-guide-"));
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

it("docs/runs.md: every command runs, one after the other", async (context) => {
  if (!existsSync("/usr/bin/python3")) context.skip("needs /usr/bin/python3");
  const abp = join(home, "bin-abp");
  writeFileSync(
    abp,
    `#!/bin/sh\nexec '${process.execPath}' '${join(await programsFolder(), "abp.js")}' "$@"\n`,
  );
  chmodSync(abp, 0o755);
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks).toHaveLength(10);
  const script = `set -eu\nabp() { '${abp}' "$@"; }\nmkdir work; cd work\n${blocks.join("\n")}\necho the end`;
  const out = execFileSync("/bin/sh", ["-c", script], {
    cwd: home,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      ABP_HOME: join(home, "abp"),
      ABP_SOURCE: source,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
  });
  expect(out.trimEnd().endsWith("the end")).toBe(true);
  expect(readFileSync(join(home, "work/repo/a.txt"), "utf8")).toBe("one\ntwo\n");
});

it("docs/runs.md: every error code exists", () => {
  const section = guide.slice(guide.indexOf("## When something fails"));
  const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) => cell!.match(/[a-z_]+/g)!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
});
