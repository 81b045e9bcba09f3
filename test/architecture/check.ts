import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { layerOf, lightEntries, pureFolders } from "../../scripts/layers.ts";
import { dialectIds } from "../../src/dialects/registry/index.ts";
import { checkInnerLayers, type InnerLayers } from "./inner-layers.ts";
import { findPartCycles } from "./part-cycles.ts";

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
const IO =
  /^node:(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|os|process|timers)(\/|$)/;
const IMPURE = [
  /\bDate\.now\(\)/,
  /\bnew Date\(\)/,
  /\bMath\.random\(\)/,
  /\brandomUUID\(\)/,
  /\brandomBytes\(/,
];
const DOC_COMMENT = /^\/\*\*[\s\S]*?\*\/$/gm;
const EMPTY_NAMES = /(^|\/)(utils?|helpers?|common|manager|misc|types|impl)(\/|\.|$)/;
const DIALECT_NAME = `["'](?:${dialectIds.join("|")})["']`;
const BRANCH_ON_DIALECT = new RegExp(
  `[=!]==?\\s*${DIALECT_NAME}|${DIALECT_NAME}\\s*[=!]==?|\\bcase\\s+${DIALECT_NAME}\\s*:`,
);
const MAX_LINES = 400;
const MAX_FOLDER_FILES = 15;

interface SourceFile {
  /** Relative to the checked root, with `/` as separator. */
  readonly path: string;
  /** The first name of the path: a folder of `scripts/layers.ts`. */
  readonly folder: string;
  readonly text: string;
  /** The text without doc comments, whose examples may do what the file must not. */
  readonly code: string;
  readonly imports: readonly string[];
}

/**
 * Lists every broken rule under `root` (a tree like `src/`) in a stable order: imports between folders, import
 * cycles, inner layers, purity, names, branches on a dialect's name, file length and folder size. Parts of a folder of `tied` may
 * import each other; `inner` has the layers of parts.
 */
export function checkArchitecture(
  root: string,
  tied: readonly string[] = [],
  inner: InnerLayers = {},
): string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && path.includes("/"))
    .sort()
    .map((path) => readSource(root, path));
  const unknown = new Set(
    files.map(({ folder }) => folder).filter((folder) => layerOf(folder) === undefined),
  );
  const known = files.filter(({ folder }) => layerOf(folder) !== undefined);
  const sources = known.filter(({ path }) => !isTest(path));
  const graph = new Map(sources.map((file) => [file.path, importedPaths(file)]));
  return [
    ...[...unknown].map((folder) => `${folder} is not a folder of scripts/layers.ts`),
    ...known.flatMap(checkImports),
    ...sources.flatMap(checkLightEntry),
    ...findCycles(graph),
    ...findPartCycles(graph)
      .filter(({ folder }) => !tied.includes(folder))
      .map(({ folder, parts }) => `${folder}: its parts import each other: ${parts.join(", ")}`),
    ...checkInnerLayers(inner, graph),
    ...sources.filter(({ folder }) => pureFolders.includes(folder)).flatMap(checkPurity),
    ...known
      .filter(({ path }) => EMPTY_NAMES.test(path))
      .map(({ path }) => `${path} has a name that says nothing`),
    ...sources.flatMap(checkBranches),
    ...sources.flatMap(checkLength),
    ...checkFolderSizes(sources),
  ];
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const code = text.replace(DOC_COMMENT, "");
  const imports = [...code.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!);
  return { path, folder: path.split("/")[0]!, text, code, imports };
}

function isTest(path: string): boolean {
  return /\.(test|contract|bench)\.ts$/.test(path) || path.includes("/fixtures/");
}

function resolveImport(file: SourceFile, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
  return target.startsWith("..") ? undefined : target;
}

function checkImports(file: SourceFile): string[] {
  const layer = layerOf(file.folder)!;
  return file.imports.flatMap((specifier) => {
    const target = resolveImport(file, specifier);
    if (target === undefined) return [];
    const folder = target.split("/")[0]!;
    if (folder === file.folder || layerOf(folder) === undefined) return [];
    const other = layerOf(folder)!;
    if (other > layer) return [`${file.path} imports from ${folder}, which is in a higher layer`];
    if (other === layer) return [`${file.path} imports from ${folder}, which is in the same layer`];
    return target === `${folder}/index.ts` || lightEntries.includes(target)
      ? []
      : [`${file.path} imports ${target}; import ${folder}/index.ts instead`];
  });
}

function checkLightEntry(file: SourceFile): string[] {
  return lightEntries.includes(file.path)
    ? file.imports.map((specifier) => `${file.path} is a light entry and imports ${specifier}`)
    : [];
}

function importedPaths(file: SourceFile): string[] {
  return file.imports.flatMap((specifier) => resolveImport(file, specifier) ?? []);
}

function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      found.push(`cycle: ${[...trail.slice(start), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

function checkPurity(file: SourceFile): string[] {
  const modules = file.imports.filter((specifier) => IO.test(specifier));
  const uses = IMPURE.flatMap((pattern) => pattern.exec(file.code)?.[0] ?? []);
  return [
    ...modules.map((module) => `${file.path} is in a pure folder and imports ${module}`),
    ...uses.map((use) => `${file.path} is in a pure folder and uses ${use}`),
  ];
}

// A difference between dialects is a member of the dialect. Code that compares names is wrong for the next dialect.
function checkBranches(file: SourceFile): string[] {
  const found = BRANCH_ON_DIALECT.exec(file.text)?.[0];
  return found === undefined ? [] : [`${file.path} branches on a dialect's name (${found})`];
}

function checkLength(file: SourceFile): string[] {
  const lines = file.text.split("\n").length - 1;
  return lines > MAX_LINES
    ? [`${file.path} has ${lines} lines; split it by concept (at most ${MAX_LINES})`]
    : [];
}

function checkFolderSizes(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FOLDER_FILES)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} source files; split it by concern (at most ${MAX_FOLDER_FILES})`,
    );
}
