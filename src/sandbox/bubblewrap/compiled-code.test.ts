import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import { startProgram } from "../../process/index.ts";
import { hasLevel3 } from "../fixtures/level.ts";
import { openSandbox } from "../open-sandbox.ts";

// Node executes what lies in this cache without comparing it with the source. One that is writable inside is a way out.
it("a program at L3 neither reads nor writes the compiled code of the user, even in its workspace", async (ctx) => {
  if (!hasLevel3()) ctx.skip("needs bwrap and user namespaces");
  const home = realpathSync(mkdtempSync(join(tmpdir(), "abp-compiled-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cache = join(home, ".cache/abp/compile");
  mkdirSync(join(cache, "v24"), { recursive: true });
  writeFileSync(join(cache, "v24/entry"), "compiled");
  const script = `
    const { appendFileSync, readFileSync } = require("node:fs");
    const { enableCompileCache, constants } = require("node:module");
    const attempt = (action) => { try { action(); return "done"; } catch ({ code }) { return code; } };
    console.log(JSON.stringify({
      write: attempt(() => appendFileSync("${cache}/v24/entry", "!")),
      add: attempt(() => appendFileSync("${cache}/other", "!")),
      read: attempt(() => readFileSync("${cache}/v24/entry")),
      isOff: enableCompileCache("${cache}").status === constants.compileCacheStatus.DISABLED,
    }));`;
  const program = { command: process.execPath, args: ["-e", script], cwd: home };
  const sandbox = await openSandbox({
    level: "L3",
    workspaceRoot: home,
    program,
    readOnly: [],
    hidden: [cache],
    policy: compilePolicy(openPolicy()),
    onDecision: () => undefined,
    now: () => new Date(),
  });
  const env = { PATH: process.env["PATH"] ?? "" };
  const started = await startProgram(sandbox.wrap({ ...program, env, mark: `compiled-${process.pid}` }));
  started.stderr.resume();
  try {
    const { write, add, read, isOff } = JSON.parse(await text(started.stdout)) as Record<string, unknown>;
    expect([write, read]).toEqual(["ENOENT", "ENOENT"]);
    expect(add).not.toBe("done");
    expect(isOff).toBe(true);
    await started.exit;
  } finally {
    await started.endTree();
    await sandbox.close();
  }
  expect(readFileSync(join(cache, "v24/entry"), "utf8")).toBe("compiled");
  expect(readdirSync(cache)).toEqual(["v24"]);
});
