import { expect, it } from "vitest";
import { takeBuiltins } from "./builtin-imports.ts";

const take = (...lines: readonly string[]) => takeBuiltins("chunk.js", lines.join("\n")).split("\n");

it("takes members, whole modules and defaults of Node's modules, and keeps their local names", () => {
  expect(
    take(
      'import { readFileSync, join as joinPaths } from "node:fs";',
      'import * as zlib from "node:zlib";',
      'import path, { sep } from "node:path";',
      "joinPaths(zlib, path, sep);",
    ),
  ).toEqual([
    'const { readFileSync, join: joinPaths } = globalThis.process.getBuiltinModule?.("node:fs") ?? {};',
    'const zlib = globalThis.process.getBuiltinModule?.("node:zlib") ?? {};',
    'const path = globalThis.process.getBuiltinModule?.("node:path") ?? {};',
    'const { sep } = globalThis.process.getBuiltinModule?.("node:path") ?? {};',
    "joinPaths(zlib, path, sep);",
  ]);
});

it("leaves other imports, dynamic imports and texts as they are", () => {
  const lines = [
    'import { z } from "zod";',
    'import "./chunk.js";',
    'const question = await import("node:readline/promises");',
    'const text = `\nimport { a } from "node:fs";\n`;',
  ];
  expect(take(...lines).join("\n")).toBe(lines.join("\n"));
});

it("gives a module the same members as an import of it", async () => {
  const [line = ""] = take('import { createHash, randomUUID as make } from "node:crypto";');
  const own = new Function(`${line} return { createHash, make };`)() as Record<string, unknown>;
  const { createHash, randomUUID } = await import("node:crypto");
  expect(own).toEqual({ createHash, make: randomUUID });
});
