import { expect, it } from "vitest";
import tsconfig from "../../../tsconfig.json" with { type: "json" };
import { blocks } from "../documents.ts";
import { entries, listDeclarations } from "./declarations.ts";
import { compileExamples, type Example, entryPaths, exampleOf } from "./examples.ts";

const MAX_LINES = 8;
/** Shows the SDKs of vendors, which test/stand-in/ runs if they are installed. */
const OF_OTHERS = ["docs/stand-ins.md"];
/** The compiler reads the sources of the whole package. */
const COMPILE_TIMEOUT_MS = 300_000;

const all = entries.flatMap(({ name, file }) => listDeclarations(name, file));
const FIXTURE = "test/documents/exports/fixtures/entry.ts";

it("every function and class of the package's entries has an example in its doc comment", () => {
  expect(entries.length).toBeGreaterThan(10);
  expect(all.length).toBeGreaterThan(150);
  const without = all.filter((one) => exampleOf(one) === undefined);
  expect(without.map(({ entry, name, file }) => `${entry}: ${name} (${file})`)).toEqual([]);
});

it("an example is short, and imports what it shows from the package", () => {
  const entriesOf = Map.groupBy(all, ({ file, name }) => `${file} ${name}`);
  const faults = all.flatMap((one) => {
    const code = exampleOf(one) ?? "";
    const own = entriesOf.get(`${one.file} ${one.name}`)!.map(({ entry }) => entry);
    const imports = [...code.matchAll(/\{([^}]*)\}\s+from "(agent-backplane[^"]*)"/g)];
    const isImported = imports.some(
      ([, names, entry]) => own.includes(entry!) && names!.split(/\W+/).includes(one.name),
    );
    const isShort = code.split("\n").length <= MAX_LINES;
    return isImported && isShort ? [] : [`${one.file}: ${one.name}`];
  });
  expect(faults).toEqual([]);
});

it("finds functions and classes behind re-exports, imports and constants, and no types or values", () => {
  const found = listDeclarations("fixture", FIXTURE).map((one) => [one.name, exampleOf(one)]);
  expect(found).toEqual([
    ["bare", undefined],
    ["renamed", undefined],
    ["one", 'import { one } from "./entry.ts";\none(1);'],
  ]);
});

it(
  "every example compiles, those of the documents too, and a wrong one does not",
  () => {
    const examples = all.flatMap((one): Example[] => {
      const code = exampleOf(one);
      return code === undefined ? [] : [{ name: `${one.file} ${one.name}`, code }];
    });
    const shown = blocks.filter(
      ({ language, document }) => language === "ts" && !OF_OTHERS.includes(document),
    );
    expect(shown.length).toBeGreaterThan(4);
    examples.push(...shown.map(({ document, line, text }) => ({ name: `${document}:${line}`, code: text })));
    const wrong: Example[] = [
      {
        name: "wrong argument",
        code: 'import { hashReceipt } from "agent-backplane/receipts";\nhashReceipt(receipt, 1);',
      },
      {
        name: "wrong name",
        code: 'import { hashReceit } from "agent-backplane/receipts";\nhashReceit(receipt);',
      },
      {
        name: "wrong entry",
        code: 'import { hashReceipt } from "agent-backplane/receipt";\nhashReceipt({});',
      },
      { name: "undeclared value", code: "console.log(nowhere);" },
    ];
    const faults = compileExamples([...examples, ...wrong]);
    expect(faults.filter((fault) => !/^(?:wrong|undeclared)/.test(fault))).toEqual([]);
    expect(faults.map((fault) => fault.split(",")[0])).toEqual(wrong.map(({ name }) => name));
  },
  COMPILE_TIMEOUT_MS,
);

it("the compiler of the repository finds the same entries", () => {
  expect(tsconfig.compilerOptions.paths).toEqual(entryPaths);
});
