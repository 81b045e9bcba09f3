import { dirname } from "node:path/posix";
import { distancesTo, type ImportGraph } from "./import-graph.ts";

/** At most so many tests run against one mutant. */
const MAX_TESTS = 8;
/** Places among them that are kept for tests outside of the mutant's top-level folder, as long as there are any. */
const OUTSIDE_TESTS = 2;

/** The tests to run against the mutants of a file, in order. */
export function chooseTests(graph: ImportGraph, file: string): string[] {
  const nearby = findNearbyTests(graph, file);
  const outside = nearby.filter((test) => tierOf(test, file) >= OUTSIDE);
  const inside = nearby.filter((test) => tierOf(test, file) < OUTSIDE);
  const insideCount = MAX_TESTS - Math.min(OUTSIDE_TESTS, outside.length);
  return [...inside.slice(0, insideCount), ...outside].slice(0, MAX_TESTS);
}

const OUTSIDE = 4;

/** Orders the tests that load a source file: the nearest in the tree first, then the nearest by imports. */
function findNearbyTests(graph: ImportGraph, file: string): string[] {
  return [...distancesTo(graph, file)]
    .filter(([path]) => path.endsWith(".test.ts"))
    .map(([path, distance]) => ({ path, distance, tier: tierOf(path, file) }))
    .sort((a, b) => a.tier - b.tier || a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/**
 * 0: the file's own test. 1: same folder.
 * 2: a folder above, inside the same top-level folder. 3: elsewhere in it.
 * 4: the folder of the same name under `test/`. 5: elsewhere.
 */
function tierOf(test: string, file: string): number {
  if (test === file.replace(/\.ts$/, ".test.ts")) return 0;
  const testFolder = dirname(test);
  const fileFolder = dirname(file);
  if (testFolder === fileFolder) return 1;
  const top = topFolderOf(file);
  if (test.startsWith(top.replace("src/", "test/"))) return OUTSIDE;
  if (!test.startsWith(`${top}/`)) return OUTSIDE + 1;
  return fileFolder.startsWith(`${testFolder}/`) ? 2 : 3;
}

/** `src/engines` of `src/engines/sim/clock.ts`. */
export function topFolderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}
