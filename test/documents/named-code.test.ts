import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layerOf, layers, pureFolders } from "../../scripts/layers.ts";
import { documents, readDocument, repository } from "./documents.ts";

const ROOTS = "src|test|scripts|bench|hosts|bin|docs|schemas|examples|conformance|\\.ci";
const PATH = new RegExp(`\`((?:${ROOTS})/[^\`\\s]*)\``, "g");
const GUIDES = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/** The paths of the repository that a text names as code. */
const pathsIn = (text: string) => [...text.matchAll(PATH)].map(([, path]) => path!);
const isThere = (path: string) =>
  path.includes("*") ? globSync(path, { cwd: repository }).length > 0 : existsSync(join(repository, path));

/** The names of functions, classes and members in a text: words of code with an inner capital, each part of `A.b` by itself. */
function identifiersIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/`([A-Za-z]+(?:\.[A-Za-z]+)*)(?:\([^`]*\))?`/g)]
    .flatMap(([, name]) => name!.split("."))
    .filter((name) => /[a-z][A-Z]/.test(name));
}

const code = globSync(["{src,test,scripts,bench}/**/*.ts", "*.ts", "package.json"], { cwd: repository })
  .map((file) => readFileSync(join(repository, file), "utf8"))
  .join("\n");
const words = new Set(code.match(/[A-Za-z]+/g));

describe("a path of the repository that a document names", () => {
  const named = documents
    .filter((document) => !document.startsWith("docs/register/"))
    .flatMap((document) => pathsIn(readDocument(document)).map((path) => ({ document, path })));

  it("exists", () => {
    expect(named.length).toBeGreaterThan(50);
    const missing = named.filter(({ path }) => !isThere(path));
    expect(missing.map(({ document, path }) => `${document}: ${path}`)).toEqual([]);
  });

  it("would be found if it did not exist", () => {
    const paths = pathsIn("In `src/contract/errors/`, `src/none.ts` and `dist/x`; [x](src/y).");
    expect(paths).toEqual(["src/contract/errors/", "src/none.ts"]);
    expect(paths.map(isThere)).toEqual([true, false]);
  });
});

describe("an identifier that ARCHITECTURE.md or CONTRIBUTING.md names", () => {
  it.each(GUIDES)("is in the code: %s", (document) => {
    const names = identifiersIn(readDocument(document));
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  });

  it("would be found if it were not", () => {
    const names = identifiersIn("`BatchClient.begin` and `noSuchName(…)`, not `strict` or noCode");
    expect(names).toEqual(["BatchClient", "noSuchName"]);
    expect(words.has("BatchClient")).toBe(true);
    expect(words.has(["no", "Such", "Name", "At", "All"].join(""))).toBe(false);
  });
});

interface Entry {
  readonly path: string;
  readonly layer: number | undefined;
}

/** The names of the tree in ARCHITECTURE.md, with the folders that they lie in. */
function listTree(text: string): Entry[] {
  const lines = /^```text\n([\s\S]*?)^```/m.exec(text)?.[1]?.split("\n") ?? [];
  const above: { depth: number; path: string }[] = [];
  return lines.flatMap((line) => {
    const match = /^( *)((?:[\w*.-]+\/? )*[\w*.-]+\/?\S*)(?: {2,}(.*))?$/.exec(line);
    if (line !== "" && match === null)
      throw new Error(`two spaces are missing behind the names of "${line}"`);
    const [, indent = "", names = "", rest = ""] = match ?? [];
    while (above.length > 0 && above.at(-1)!.depth >= indent.length) above.pop();
    const folder = above.at(-1)?.path ?? "";
    const found = names.split(" ").filter((name) => name !== "");
    if (found.length === 1) above.push({ depth: indent.length, path: folder + found[0]! });
    const layer = /^(\d+) /.exec(rest)?.[1];
    return found.map((name) => ({
      path: folder + name,
      layer: layer === undefined ? undefined : Number(layer),
    }));
  });
}

describe("the tree of ARCHITECTURE.md", () => {
  const tree = listTree(readDocument("ARCHITECTURE.md"));

  it("names folders and files that exist", () => {
    expect(tree.length).toBeGreaterThan(100);
    const missing = tree.filter(({ path }) => !path.startsWith("dist/") && !isThere(path));
    expect(missing.map(({ path }) => path)).toEqual([]);
    expect(new Set(tree.map(({ path }) => path)).size).toBe(tree.length);
  });

  it("has every folder of src/ with its layer", () => {
    const shown = tree.filter(({ path }) => /^src\/[\w-]+\/$/.test(path));
    expect(shown.map(({ path, layer }) => [path, layer])).toEqual(
      shown.map(({ path }) => [path, layerOf(path.split("/")[1]!)]),
    );
    expect(shown.map(({ path }) => path.split("/")[1]).sort()).toEqual(layers.flat().sort());
  });

  // Files for tests, and the folders below the second level, are for the reader to find.
  it("has every folder of a folder of src/", () => {
    const shown = new Set(tree.map(({ path }) => path));
    const missing = layers.flat().flatMap((folder) =>
      readdirSync(join(repository, "src", folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "fixtures")
        .map(({ name }) => `src/${folder}/${name}/`)
        .filter((path) => !shown.has(path)),
    );
    expect(missing).toEqual([]);
  });

  it("with a name that is not there would be found", () => {
    const found = listTree("```text\nsrc/\n  lib/          0  a\n    none/ json/  b\n```\n");
    expect(found).toEqual([
      { path: "src/", layer: undefined },
      { path: "src/lib/", layer: 0 },
      { path: "src/lib/none/", layer: undefined },
      { path: "src/lib/json/", layer: undefined },
    ]);
    expect(found.map(({ path }) => isThere(path))).toEqual([true, true, false, true]);
  });
});

it.each(GUIDES)("%s says which layers are pure as the table of layers does", (document) => {
  const [, last] = /Layers 0 to (\d+) are pure/.exec(readDocument(document)) ?? [];
  expect(layers.slice(0, Number(last) + 1).flat()).toEqual(pureFolders);
});
