import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { innerLayers, layers, tiedFolders } from "../../scripts/layers.ts";
import { dialectIds } from "../../src/dialects/registry/index.ts";
import { checkArchitecture } from "./check.ts";

const source = resolve(import.meta.dirname, "../../src");
const temporary: string[] = [];

afterEach(() => {
  for (const path of temporary.splice(0)) rmSync(path, { recursive: true });
});

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "abp-architecture-"));
  temporary.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function emptyFiles(count: number, path: (index: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), ""]));
}

describe("src/", () => {
  it("keeps the rules on imports, cycles, purity, names, dialects and size", () => {
    expect(checkArchitecture(source, tiedFolders, innerLayers)).toEqual([]);
  });

  it("names as tied only folders whose parts still import each other", () => {
    const tied = checkArchitecture(source).flatMap((line) => /^(.*): its parts/.exec(line)?.[1] ?? []);
    expect(tied).toEqual(tiedFolders.toSorted());
  });

  it("has every folder with inner layers", () => {
    const folders = Object.keys(innerLayers).filter((folder) => existsSync(join(source, folder)));
    expect(folders).toEqual(Object.keys(innerLayers));
  });

  it("has each folder in the layer table once, and at most twenty-seven", () => {
    expect(layers.flat().length).toBeLessThanOrEqual(27);
    expect(new Set(layers.flat()).size).toBe(layers.flat().length);
  });
});

describe("the architecture check", () => {
  it("accepts imports from a lower layer through index.ts, of packages, and within a folder", () => {
    const root = tree({
      "contract/a.ts":
        'import { z } from "zod";\nimport { x } from "../lib/index.ts";\nimport { b } from "./b.ts";\n',
      "contract/b.ts": "",
      "lib/index.ts": 'export { x } from "./deep/x.ts";\n',
      "lib/deep/x.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([]);
  });

  it("reports an import from a higher layer", () => {
    const root = tree({ "lib/a.ts": 'import { x } from "../contract/index.ts";\n', "contract/index.ts": "" });
    expect(checkArchitecture(root)).toEqual(["lib/a.ts imports from contract, which is in a higher layer"]);
  });

  it("reports an import between folders of one layer", () => {
    const root = tree({
      "policy/a.ts": 'import type { X } from "../receipts/index.ts";\n',
      "receipts/index.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([
      "policy/a.ts imports from receipts, which is in the same layer",
    ]);
  });

  it("reports an import past index.ts, also in tests, re-exports and dynamic imports", () => {
    const root = tree({
      "contract/a.ts": 'export { x } from "../lib/deep/b.ts";\nconst y = await import("../lib/c.ts");\n',
      "contract/a.test.ts": 'import "../lib/c.ts";\n',
      "lib/deep/b.ts": "",
      "lib/c.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([
      "contract/a.test.ts imports lib/c.ts; import lib/index.ts instead",
      "contract/a.ts imports lib/deep/b.ts; import lib/index.ts instead",
      "contract/a.ts imports lib/c.ts; import lib/index.ts instead",
    ]);
  });

  it("accepts an import of a light entry, and reports a light entry that imports something", () => {
    const root = tree({
      "cli/a.ts": 'import { dialectIds } from "../dialects/registry/index.ts";\n',
      "dialects/registry/index.ts": 'import { x } from "./x.ts";\n',
      "dialects/registry/x.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([
      "dialects/registry/index.ts is a light entry and imports ./x.ts",
    ]);
  });

  it("reports an import cycle within a folder, once, and not in tests", () => {
    const root = tree({
      "lib/a.ts": 'import "./b.ts";\n',
      "lib/b.ts": 'import { c } from "./c.ts";\n',
      "lib/c.ts": 'import { a } from "./a.ts";\n',
      "lib/d.test.ts": 'import "./e.test.ts";\n',
      "lib/e.test.ts": 'import "./d.test.ts";\n',
    });
    expect(checkArchitecture(root)).toEqual(["cycle: lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts"]);
  });

  it("reports parts of a folder that import each other, also by types and at any depth", () => {
    const root = tree({
      "storage/index.ts": 'export * from "./log/a.ts";\n',
      "storage/log/a.ts": 'import type { B } from "../head/b.ts";\n',
      "storage/log/c.ts": "",
      "storage/head/b.ts": 'import { c } from "../log/c.ts";\n',
      "storage/log/deep/d.ts": 'import { file } from "../file.ts";\n',
      "storage/log/deep/e.ts": "",
      "storage/log/file.ts": 'import "./deep/e.ts";\n',
    });
    expect(checkArchitecture(root)).toEqual([
      "storage: its parts import each other: head/, log/",
      "storage/log: its parts import each other: deep/, file.ts",
    ]);
  });

  const rows = { storage: [["file.ts"], ["log/", "head/"], ["store.ts"]] };
  const parts = {
    "storage/index.ts": 'export * from "./store.ts";\n',
    "storage/file.ts": "",
    "storage/log/a.ts": 'import "../file.ts";\nimport "./b.ts";\n',
    "storage/log/b.ts": "",
    "storage/head/a.ts": 'import "../file.ts";\n',
    "storage/head/a.test.ts": 'import "../store.ts";\n',
    "storage/store.ts": 'import "./log/a.ts";\nimport "../lib/index.ts";\n',
    "lib/index.ts": "",
  };

  it("accepts imports from lower rows of the inner layers of a folder", () => {
    expect(checkArchitecture(tree(parts), [], rows)).toEqual([]);
  });

  it("reports an import from the same row or a higher one of the inner layers, also of types", () => {
    const root = tree({
      ...parts,
      "storage/log/b.ts": 'import type { A } from "../head/a.ts";\n',
      "storage/head/a.ts": 'const { b } = await import("../store.ts");\n',
      "storage/store.ts": 'export { x } from "./index.ts";\n',
      "storage/index.ts": "",
    });
    expect(checkArchitecture(root, [], rows)).toEqual([
      "storage/head/a.ts imports storage/store.ts, which is in a higher row",
      "storage/log/b.ts imports storage/head/a.ts, which is in the same row",
      "storage/store.ts imports storage/index.ts, which is the door of its own folder",
    ]);
  });

  it("reports a part in no row of the inner layers, a name without files, and a name that stands twice", () => {
    const root = tree({ ...parts, "storage/log.ts": "", "storage/tail/a.ts": "" });
    const wrong = { storage: [...rows.storage, ["check/"], ["file.ts"]] };
    expect(checkArchitecture(root, [], wrong)).toEqual([
      "storage/log.ts is in no row of the inner layers of storage",
      "storage/tail/ is in no row of the inner layers of storage",
      "storage/check/ is in the inner layers of storage and has no files",
      "storage/file.ts is twice in the inner layers of storage",
      "storage/head/a.ts imports storage/file.ts, which is in a higher row",
      "storage/log/a.ts imports storage/file.ts, which is in a higher row",
    ]);
  });

  it("reports I/O, the clock and randomness in a pure folder, but not in its tests", () => {
    const root = tree({
      "lib/a.ts":
        'import { readFileSync } from "node:fs";\nconst now = Date.now();\nconst r = Math.random();\n',
      "lib/a.test.ts": 'import { readFileSync } from "node:fs";\n',
      "storage/b.ts": 'import { readFileSync } from "node:fs";\n',
    });
    expect(checkArchitecture(root)).toEqual([
      "lib/a.ts is in a pure folder and imports node:fs",
      "lib/a.ts is in a pure folder and uses Date.now()",
      "lib/a.ts is in a pure folder and uses Math.random()",
    ]);
  });

  it("does not read the examples of doc comments", () => {
    const example =
      '/**\n * @example\n * import { homedir } from "node:os";\n * call(homedir(), new Date());\n */\n';
    const root = tree({
      "lib/a.ts": `${example}export const call = () => 1;\n`,
      "lib/b.ts": `${example}export const now = new Date();\n/** Ends. */\n`,
    });
    expect(checkArchitecture(root)).toEqual(["lib/b.ts is in a pure folder and uses new Date()"]);
  });

  it("reports a folder that the layer table does not name, and a file name that says nothing", () => {
    const root = tree({ "misc/a.ts": "", "lib/utils.ts": "", "lib/helpers/x.ts": "" });
    expect(checkArchitecture(root)).toEqual([
      "misc is not a folder of scripts/layers.ts",
      "lib/helpers/x.ts has a name that says nothing",
      "lib/utils.ts has a name that says nothing",
    ]);
  });

  it.each(dialectIds)("reports code that compares a name with %s, but not a list that has it", (id) => {
    const root = tree({
      "cli/a.ts": `if (dialect.id === "${id}") go();\n`,
      "cli/b.ts": `if ("${id}" !== dialect.id) go();\n`,
      "cli/c.ts": `switch (id) { case '${id}': go(); }\n`,
      "cli/d.ts": `const ids = ["${id}"];\n`,
      "cli/a.test.ts": `if (dialect.id === "${id}") go();\n`,
    });
    expect(checkArchitecture(root)).toEqual([
      `cli/a.ts branches on a dialect's name (=== "${id}")`,
      `cli/b.ts branches on a dialect's name ("${id}" !==)`,
      `cli/c.ts branches on a dialect's name (case '${id}':)`,
    ]);
  });

  it("reports a file of more than 400 lines", () => {
    const root = tree({ "lib/long.ts": "x;\n".repeat(401), "lib/short.ts": "x;\n".repeat(400) });
    expect(checkArchitecture(root)).toEqual(["lib/long.ts has 401 lines; split it by concept (at most 400)"]);
  });

  it("reports a folder of more than 15 source files, index.ts included", () => {
    const root = tree({
      ...emptyFiles(15, (index) => `lib/deep/file-${index}.ts`),
      "lib/deep/index.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([
      "lib/deep has 16 source files; split it by concern (at most 15)",
    ]);
  });

  it("does not count tests, contract suites, fixtures and sub-folders", () => {
    const root = tree({
      ...emptyFiles(15, (index) => `lib/file-${index}.ts`),
      ...emptyFiles(16, (index) => `lib/file-${index}.test.ts`),
      ...emptyFiles(16, (index) => `lib/fixtures/file-${index}.ts`),
      "lib/store.contract.ts": "",
      "lib/deep/a.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([]);
  });
});
