import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { layers } from "../../scripts/layers.ts";
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

describe("the rooms of src/", () => {
  it("import only downwards, only through index.ts, without a cycle, and stay pure up to layer 2", () => {
    expect(checkArchitecture(source)).toEqual([]);
  });

  it("are all named in the layer table, and there are at most twenty", () => {
    expect(layers.flat().length).toBeLessThanOrEqual(20);
    expect(new Set(layers.flat()).size).toBe(layers.flat().length);
  });
});

describe("the architecture check", () => {
  it("finds an upward import", () => {
    const root = tree({ "lib/a.ts": 'import { x } from "../contract/index.ts";\n', "contract/index.ts": "" });
    expect(checkArchitecture(root)).toEqual(["lib/a.ts imports upwards from contract"]);
  });

  it("finds an import between rooms of one layer", () => {
    const root = tree({
      "policy/a.ts": 'import type { X } from "../receipts/index.ts";\n',
      "receipts/index.ts": "",
    });
    expect(checkArchitecture(root)).toEqual(["policy/a.ts imports sideways from receipts"]);
  });

  it("finds an import past index.ts, dynamic ones and re-exports included", () => {
    const root = tree({
      "contract/a.ts": 'export { x } from "../lib/deep/b.ts";\nconst y = await import("../lib/c.ts");\n',
      "lib/deep/b.ts": "",
      "lib/c.ts": "",
    });
    expect(checkArchitecture(root)).toEqual([
      "contract/a.ts reaches past lib/index.ts to lib/deep/b.ts",
      "contract/a.ts reaches past lib/index.ts to lib/c.ts",
    ]);
  });

  it("finds a cycle within a room", () => {
    const root = tree({
      "lib/a.ts": 'import "./b.ts";\n',
      "lib/b.ts": 'import { c } from "./c.ts";\n',
      "lib/c.ts": 'import { a } from "./a.ts";\n',
    });
    expect(checkArchitecture(root)).toEqual(["cycle: lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts"]);
  });

  it("finds input and output, the clock and chance in a pure room, but not in its tests", () => {
    const root = tree({
      "lib/a.ts":
        'import { readFileSync } from "node:fs";\nconst now = Date.now();\nconst r = Math.random();\n',
      "lib/a.test.ts": 'import { readFileSync } from "node:fs";\n',
      "storage/b.ts": 'import { readFileSync } from "node:fs";\n',
    });
    expect(checkArchitecture(root)).toEqual([
      "lib/a.ts is in a pure room and imports node:fs",
      "lib/a.ts is in a pure room and uses Date.now()",
      "lib/a.ts is in a pure room and uses Math.random()",
    ]);
  });

  it("finds a folder that is not a room, and a name that says nothing", () => {
    const root = tree({ "misc/a.ts": "", "lib/utils.ts": "", "lib/helpers/x.ts": "" });
    expect(checkArchitecture(root)).toEqual([
      "misc is not a room of scripts/layers.ts",
      "lib/helpers/x.ts has a name that says nothing",
      "lib/utils.ts has a name that says nothing",
    ]);
  });

  it("finds code that asks which dialect it has before it", () => {
    const root = tree({
      "cli/a.ts": 'if (dialect.id === "claude") go();\n',
      "cli/b.ts": 'const ids = ["claude"];\n',
    });
    expect(checkArchitecture(root)).toEqual(['cli/a.ts branches on a dialect\'s name (=== "claude")']);
  });

  it("finds a file that holds more than one concept can need", () => {
    const root = tree({ "lib/long.ts": "x;\n".repeat(501) });
    expect(checkArchitecture(root)).toEqual(["lib/long.ts has 501 lines; split it by concept (at most 400)"]);
  });
});
