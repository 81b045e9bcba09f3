import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import { startProgram } from "../../process/index.ts";
import { hasLevel3 } from "../fixtures/level.ts";
import { openSandbox } from "../open-sandbox.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-writable-")));
  for (const name of ["work", "homes/one", "homes/two"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "homes/two/secret"), "x");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a program at L3 with a writable home", () => {
  it("writes there, and neither sees nor writes the homes of others", async (ctx) => {
    if (!hasLevel3()) ctx.skip("needs bwrap and user namespaces");
    const cwd = join(root, "work");
    const command = "cd ../homes; ls; echo mine > one/file; echo other > two/file; echo new > three";
    const program = { command: "/bin/sh", args: ["-c", command], cwd };
    const sandbox = await openSandbox({
      level: "L3",
      workspaceRoot: cwd,
      program,
      readOnly: [],
      writable: [join(root, "homes/one")],
      hidden: [join(root, "homes")],
      policy: compilePolicy(openPolicy()),
      onDecision: () => undefined,
      now: () => new Date(),
    });
    const env = { PATH: process.env["PATH"] ?? "" };
    const started = await startProgram(sandbox.wrap({ ...program, env, mark: `writable-${process.pid}` }));
    started.stderr.resume();
    try {
      expect(await text(started.stdout)).toBe("one\n");
      await started.exit;
    } finally {
      await started.endTree();
      await sandbox.close();
    }
    expect(readFileSync(join(root, "homes/one/file"), "utf8")).toBe("mine\n");
    expect([existsSync(join(root, "homes/two/file")), existsSync(join(root, "homes/three"))]).toEqual([
      false,
      false,
    ]);
  });
});
