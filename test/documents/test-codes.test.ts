import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { faultCases } from "../../scripts/faults/cases.ts";

const root = resolve(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "test/README.md"), "utf8");
/** What each code stands for. */
const rows = new Map(
  [...readme.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code, text]) => [code!, text!]),
);

/** The codes that the names of tests begin with, such as `C1, C2: stops` and `S02 S26 names`. */
function codesIn(source: string): string[] {
  const names = source.matchAll(/\b(?:it|test|describe)\b[^"`\n]*\(\s*["`]([^"`]*)/g);
  return [...names].flatMap(([, name]) => {
    const [start] = /^(?:[A-HPSW]\d{1,2}(?:[:,]? |$))+/.exec(name!) ?? [""];
    return start.match(/[A-HPSW]\d{1,2}/g) ?? [];
  });
}

it("finds the codes that the names of tests begin with", () => {
  expect(codesIn('it("C1, C2: x"); it.each([])("S02 S26 %s", f); describe("P15: L3");')).toEqual(
    ["C1", "C2", "S02", "S26", "P15"], // L3 is a level of the sandbox.
  );
  expect(codesIn('it("L3 works", f); it("says E003", f)')).toEqual([]);
});

it("test/README.md explains every code of a test", () => {
  const files = globSync(
    ["src", "test", "scripts", "bench"].map((folder) => `${folder}/**/*.test.ts`),
    { cwd: root },
  );
  const used = new Set(
    files
      .filter((file) => !file.endsWith("test-codes.test.ts"))
      .flatMap((file) => codesIn(readFileSync(join(root, file), "utf8"))),
  );
  expect(used.size).toBeGreaterThan(200);
  expect([...used].filter((code) => !rows.has(code))).toEqual([]);
  expect([...rows.keys()].filter((code) => !used.has(code))).toEqual([]);
});

it("test/README.md names faults as `npm run faults` does", () => {
  const titles = new Map(faultCases.map(({ id, title }) => [id, title]));
  const faults = [...rows].filter(([code]) => /^[SWP]/.test(code));
  expect(faults).toEqual(faults.map(([code]) => [code, titles.get(code)]));
});
