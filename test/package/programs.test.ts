import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "./built-package.ts";
import { programsFolder } from "./programs.ts";

it("the programs that tests start are those of one build, unless the sources change while tests run", async () => {
  const folder = await programsFolder();
  expect(await programsFolder()).toBe(folder);
  const isBuilt = (process.env["TEST_PACKAGE"] ?? "") !== "";
  expect(existsSync(join(folder, "../dist/cli/main.js"))).toBe(isBuilt);
  expect(existsSync(join(folder, "../src"))).toBe(!isBuilt);
});

it("every test that starts a program of bin/ takes it from there", () => {
  const files = globSync(["src/**/*.ts", "test/**/*.ts"], { cwd: repository });
  const own = files.filter((file) =>
    /import\.meta\.dirname,\s*"[./]*\/bin\b|new URL\("[./]*\/bin\//.test(
      readFileSync(join(repository, file), "utf8"),
    ),
  );
  expect(own).toEqual([]);
});
