import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

// Files share a process. A copy in place of the environment is not what programs and the home directory are read from.
it("no test puts another object in place of the environment", () => {
  const files = globSync("{src,test,bench,scripts}/**/*.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) =>
    /process(?:\.env|\["env"\])\s*=(?!=)/.test(readFileSync(resolve(root, file), "utf8")),
  );
  expect(found).toEqual([]);
});
