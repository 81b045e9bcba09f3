import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { layOutEntry } from "./installed-package.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-lay-out-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
}

describe("layOutEntry", () => {
  it("runs the abp.js of an installed package in place", () => {
    write("package/bin/abp.js", "package/dist/cli/main.js");
    const entry = join(root, "package/bin/abp.js");
    expect(layOutEntry(entry, join(root, "copy"))).toBe(entry);
    expect(existsSync(join(root, "copy"))).toBe(false);
  });

  it("copies the build of a checkout without its sources", () => {
    write(
      "package/bin/abp.js",
      "package/dist/cli/main.js",
      "package/hosts/load.js",
      "package/src/cli/main.ts",
      "package/package.json",
    );
    const entry = layOutEntry(join(root, "package/bin/abp.js"), join(root, "copy"));
    expect(entry).toBe(join(root, "copy/bin/abp.js"));
    for (const file of ["bin/abp.js", "dist/cli/main.js", "hosts/load.js", "package.json"])
      expect(existsSync(join(root, "copy", file)), file).toBe(true);
    expect(existsSync(join(root, "copy/src"))).toBe(false);
  });

  it("copies an early build, which has no hosts", () => {
    write(
      "package/bin/abp.js",
      "package/dist/cli/main.js",
      "package/src/cli/main.ts",
      "package/package.json",
    );
    layOutEntry(join(root, "package/bin/abp.js"), join(root, "copy"));
    expect(existsSync(join(root, "copy/dist/cli/main.js"))).toBe(true);
    expect(existsSync(join(root, "copy/hosts"))).toBe(false);
  });

  it("refuses a checkout without a build", () => {
    write("package/bin/abp.js", "package/src/cli/main.ts");
    expect(() => layOutEntry(join(root, "package/bin/abp.js"), join(root, "copy"))).toThrow("npm run build");
  });

  it("refuses a file that does not exist", () => {
    expect(() => layOutEntry(join(root, "abp.js"), join(root, "copy"))).toThrow("does not exist");
  });
});
