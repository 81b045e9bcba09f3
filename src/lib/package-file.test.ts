import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packageFile } from "./package-file.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-package-file-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** What the build of this module answers if it lies in a file of an installed package. */
async function askBuildIn(file: string): Promise<typeof packageFile> {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const source = readFileSync(fileURLToPath(new URL("./package-file.ts", import.meta.url)), "utf8");
  writeFileSync(path, stripTypeScriptTypes(source));
  return ((await import(pathToFileURL(path).href)) as { packageFile: typeof packageFile }).packageFile;
}

it("finds files and programs of a checkout in place", () => {
  for (const path of ["package.json", "hosts/claude/host.js", "src/cli/main.ts"]) {
    const found = fileURLToPath(packageFile(path));
    expect(found).toBe(join(import.meta.dirname, "../..", path));
    expect(existsSync(found)).toBe(true);
  }
});

it.each(["dist/index.js", "dist/chunks/lib.js", "dist/agents/claude/host.js"])(
  "finds the build of a program from %s",
  async (file) => {
    const find = await askBuildIn(file);
    expect(fileURLToPath(find("src/storage/writer.ts"))).toBe(join(root, "dist/storage/writer.js"));
    expect(fileURLToPath(find("package.json"))).toBe(join(root, "package.json"));
    expect(fileURLToPath(find("hosts/hooks/ask.js"))).toBe(join(root, "hosts/hooks/ask.js"));
  },
);

it("finds a package below folders that are called src and dist", async () => {
  const find = await askBuildIn("src/dist/node_modules/agent-backplane/dist/chunks/lib.js");
  const home = join(root, "src/dist/node_modules/agent-backplane");
  expect(fileURLToPath(find("src/a/b.ts"))).toBe(join(home, "dist/a/b.js"));
  expect(fileURLToPath(find("package.json"))).toBe(join(home, "package.json"));
});
