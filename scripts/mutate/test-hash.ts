import { dirname } from "node:path/posix";
import { type ImportGraph, type ReadText, reachableFrom } from "./import-graph.ts";
import { digest } from "./mutant.ts";

/** Whether a file belongs to the tests: it is no product code. */
export function isTestCode(path: string): boolean {
  return (
    !path.startsWith("src/") ||
    /\.(test|contract|bench)\.ts$/.test(path) ||
    path.split("/").includes("fixtures")
  );
}

/**
 * Hashes a test with everything of the tests that it loads: helpers, fixtures, and the data files that lie in the
 * `fixtures` folders it loads from or that stand beside it. Product code is left out: a result is looked up by
 * the hash of the mutated file as well, and the rest of the product may change.
 */
export function hashTest(
  graph: ImportGraph,
  test: string,
  paths: readonly string[],
  readText: ReadText,
): string {
  const code = reachableFrom(graph, test).filter(isTestCode);
  const folders = new Set([`${dirname(test)}/fixtures`, ...code.map(dirname).filter(isFixtureFolder)]);
  const data = paths.filter((path) => !graph.has(path) && folders.has(dirname(path)));
  return digest([...code, ...data].flatMap((path) => [path, readText(path) ?? ""]));
}

function isFixtureFolder(folder: string): boolean {
  return folder.split("/").includes("fixtures");
}

/** Hashes everything that a test loads, product code included: whether it passes unmutated depends on all of it. */
export function hashLoadedFiles(graph: ImportGraph, test: string, readText: ReadText): string {
  return digest(reachableFrom(graph, test).flatMap((path) => [path, readText(path) ?? ""]));
}
