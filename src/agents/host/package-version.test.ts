import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packageVersion } from "./package-version.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-package-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function executable(...folders: string[]): string {
  const path = join(folder, ...folders);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "agent"), "");
  return join(path, "agent");
}

it("is that of the package which the executable belongs to, behind links too", () => {
  const path = executable("bin");
  writeFileSync(join(folder, "package.json"), '{"name":"agent","version":"1.2.3"}');
  writeFileSync(join(folder, "bin", "package.json"), "not JSON");
  expect(packageVersion(path, "agent")).toBe("1.2.3");
  symlinkSync(path, join(folder, "link"));
  expect(packageVersion(join(folder, "link"), "agent")).toBe("1.2.3");
});

it("is undefined in another package or in none", () => {
  writeFileSync(join(folder, "package.json"), '{"name":"other","version":"1.2.3"}');
  expect(packageVersion(executable(), "agent")).toBeUndefined();
});

it("is looked for in four folders and no further", () => {
  writeFileSync(join(folder, "package.json"), '{"name":"agent","version":"1.2.3"}');
  expect(packageVersion(executable("a", "b", "c"), "agent")).toBe("1.2.3");
  expect(packageVersion(executable("a", "b", "c", "d"), "agent")).toBeUndefined();
});
