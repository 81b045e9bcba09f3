import { dirname, normalize } from "node:path/posix";
import { parseSync } from "oxc-parser";

/** Reads a file of the tree by its path from the root; undefined when there is none. */
export type ReadText = (path: string) => string | undefined;

/** The files that one file loads at run time, by path from the root. */
export interface LoadedFiles {
  readonly imports: readonly string[];
  /** Files that it names in a string: it may start a thread or a process with them. */
  readonly started: readonly string[];
}

export type ImportGraph = ReadonlyMap<string, LoadedFiles>;

/**
 * A text that may name a source file of the tree, for example in `new URL("./thread.ts", import.meta.url)`. A path that begins with
 * `src/`, as in `packageFile("src/storage/thread.ts")`, counts from the root.
 */
const PATH_TEXT = /["'`]((?:[\w.-]+\/)*[\w.-]+\.(?:ts|js))["'`]/g;
/** The same with the extension left to an expression: `./thread${extension}`. */
const PATH_STEM = /`((?:\.\.?\/)(?:[\w.-]+\/)*[\w-]+)\$\{/g;

export function buildImportGraph(paths: readonly string[], readText: ReadText): ImportGraph {
  const known = new Set(paths);
  return new Map(
    paths.map((path) => {
      const text = readText(path) ?? "";
      const resolveAll = (names: readonly string[]): string[] => {
        const targets = names.map((name) =>
          name.startsWith("src/") ? name : normalize(`${dirname(path)}/${name}`),
        );
        return [...new Set(targets)].filter((target) => known.has(target) && target !== path);
      };
      const imports = resolveAll(importsOf(path, text));
      const started = resolveAll(pathsNamedIn(text)).filter((target) => !imports.includes(target));
      return [path, { imports, started }];
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
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  return [...imports, ...exports, ...dynamic].filter((name) => name.startsWith("."));
}

// Worker threads and child processes name their file in a string.
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
  for (const [path, { imports, started }] of graph) {
    for (const target of [...imports, ...started])
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  importersByGraph.set(graph, importers);
  return importers;
}

/** Every file that a file loads, directly or not, itself included, sorted. */
export function reachableFrom(graph: ImportGraph, file: string): string[] {
  const reached = new Set([file]);
  for (const path of reached) {
    const loaded = graph.get(path);
    for (const target of [...(loaded?.imports ?? []), ...(loaded?.started ?? [])]) reached.add(target);
  }
  return [...reached].sort();
}

/** Every file that a file may load in another thread or process, where the coverage of this one does not see it. */
export function startedFrom(graph: ImportGraph, file: string): ReadonlySet<string> {
  const entries = reachableFrom(graph, file).flatMap((path) => graph.get(path)?.started ?? []);
  return new Set([...new Set(entries)].flatMap((entry) => reachableFrom(graph, entry)));
}
