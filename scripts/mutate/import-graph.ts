import { dirname, normalize } from "node:path/posix";
import { parseSync } from "oxc-parser";

/** Reads a file of the tree by its path from the root; undefined when there is none. */
export type ReadText = (path: string) => string | undefined;

/** Which files each file loads at run time, by path from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** A text that may name a source file of the tree, for example in `new URL("./thread.ts", import.meta.url)`. */
const PATH_TEXT = /["'`]((?:[\w.-]+\/)*[\w.-]+\.(?:ts|js))["'`]/g;
/** The same with the extension left to an expression: `./thread${extension}`. */
const PATH_STEM = /`((?:\.\.?\/)(?:[\w.-]+\/)*[\w-]+)\$\{/g;

export function buildImportGraph(paths: readonly string[], readText: ReadText): ImportGraph {
  const known = new Set(paths);
  return new Map(
    paths.map((path) => {
      const text = readText(path) ?? "";
      const targets = [...importsOf(path, text), ...pathsNamedIn(text)]
        .map((name) => normalize(`${dirname(path)}/${name}`))
        .filter((target) => known.has(target) && target !== path);
      return [path, [...new Set(targets)]];
    }),
  );
}

function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.isType || entry.moduleRequest === null ? [] : [entry.moduleRequest.value],
    ),
  );
  return [...imports, ...exports].filter((name) => name.startsWith("."));
}

// Dynamic imports, worker threads and child processes name their file in a string.
function pathsNamedIn(text: string): string[] {
  const code = text.replace(/^(?:import|export)\s[^;]*?\sfrom\s+"[^"]+";/gm, "");
  const stems = [...code.matchAll(PATH_STEM)].map((match) => `${match[1]}.ts`);
  return [...[...code.matchAll(PATH_TEXT)].map((match) => match[1]!), ...stems];
}

/** How many imports lie between a file and each file that loads it, itself included with 0. */
export function distancesTo(graph: ImportGraph, file: string): Map<string, number> {
  const importers = importersOf(graph);
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

const importersByGraph = new WeakMap<ImportGraph, Map<string, string[]>>();

function importersOf(graph: ImportGraph): Map<string, string[]> {
  const known = importersByGraph.get(graph);
  if (known !== undefined) return known;
  const importers = new Map<string, string[]>();
  for (const [path, targets] of graph) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  importersByGraph.set(graph, importers);
  return importers;
}

/** Every file that a file loads, directly or not, itself included, sorted. */
export function reachableFrom(graph: ImportGraph, file: string): string[] {
  const reached = new Set([file]);
  for (const path of reached) {
    for (const target of graph.get(path) ?? []) reached.add(target);
  }
  return [...reached].sort();
}
