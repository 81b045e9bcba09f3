import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { keepNeededTypes } from "./needed-types.ts";

it("keeps the declarations that an entry leads to, and removes the others", () => {
  const root = mkdtempSync(join(tmpdir(), "abp-types-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = {
    "package.json": JSON.stringify({
      exports: { ".": { types: "./dist/index.d.ts" }, "./schemas/*": "./schemas/*" },
    }),
    "dist/index.d.ts": 'import "./lib/index.ts";\nexport { type A,\n B } from "./a/a.js";',
    "dist/lib/index.d.ts": "export {};",
    "dist/a/a.d.ts": 'export declare const a: import("../b.ts").B<"./c.ts">;\nimport { z } from "zod";',
    "dist/b.d.ts": 'import type { A } from "./a/a.js"; export type B<T> = T | A;',
    "dist/c.d.ts": "export {};",
    "dist/c.js": "export {};",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  keepNeededTypes(root);
  expect(globSync("dist/**/*.*s", { cwd: root }).sort()).toEqual([
    "dist/a/a.d.ts",
    "dist/b.d.ts",
    "dist/c.js",
    "dist/index.d.ts",
    "dist/lib/index.d.ts",
  ]);
});
