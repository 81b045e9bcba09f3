import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const knip = join(root, "node_modules/knip/bin/knip.js");
const temporary: string[] = [];

afterEach(() => {
  for (const path of temporary.splice(0)) rmSync(path, { recursive: true });
});

/** Runs knip with the repository's own configuration on a small tree. */
function runKnip(files: Record<string, string>, ...options: string[]) {
  const tree = mkdtempSync(join(tmpdir(), "abp-knip-"));
  temporary.push(tree);
  const written = {
    "package.json": '{ "name": "tree", "type": "module" }',
    "tsconfig.json": '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
    "src/cli/main.ts": 'import { called } from "../policy/index.ts";\nused();\n',
    ...files,
  };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  copyFileSync(join(root, "knip.jsonc"), join(tree, "knip.jsonc"));
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  const { status, stdout } = spawnSync(process.execPath, [knip, "--include", "exports,files", ...options], {
    cwd: tree,
    encoding: "utf8",
  });
  return { status, stdout };
}

const index = 'export { spare, called } from "./rule.ts";\n';
const rule = "export const called = () => 1;\nexport const spare = () => 2;\n";

describe("the knip configuration", () => {
  it("reports an export of a folder's index.ts that nothing calls, and accepts one that scripts/kept-exports.ts lists", () => {
    const { status, stdout } = runKnip({
      "src/policy/index.ts": index,
      "src/policy/rule.ts": rule,
      "src/storage/index.ts": 'export { kept } from "./kept.ts";\n',
      "src/storage/kept.ts": "export const kept = () => 3;\n",
      "scripts/kept-exports.ts": 'export { kept } from "../src/storage/index.ts";\n',
    });
    expect(stdout).toContain("spare");
    expect(stdout).not.toContain("called");
    expect(stdout).not.toContain("kept");
    expect(status).toBe(1);
  });

  it("reports an export that only a test calls, in the run without tests", () => {
    const files = {
      "src/policy/index.ts": 'export { called } from "./rule.ts";\n',
      "src/policy/rule.ts": rule,
      "src/policy/rule.test.ts": 'import { spare } from "./rule.ts";\nspare();\n',
    };
    expect(runKnip(files, "--production")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("spare"),
    });
  });
});
