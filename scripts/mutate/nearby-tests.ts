import { dirname } from "node:path/posix";
import { distancesTo, type ImportGraph } from "./import-graph.ts";

/** At most so many tests are considered for one mutant. Those that do not run its code are left out later. */
const MAX_TESTS = 16;
/** Places among them for the tests under `test/`, as long as there are any. */
const MIN_OUTER_TESTS = 6;
/** Tests of other folders that are considered if no own test runs the code. */
const MAX_FOREIGN_TESTS = 3;

/** Tests that may run the mutants of a file, in the order to try them. */
export interface NearbyTests {
  /** Tests of the file's top-level folder, then those of the folder of the same name under `test/`. */
  readonly own: readonly string[];
  /** Tests of other folders. They count only if no own test runs the code. */
  readonly foreign: readonly string[];
}

export function findNearbyTests(graph: ImportGraph, file: string): NearbyTests {
  const tests = orderTests(graph, file);
  const tiers = new Map(tests.map((test) => [test, tierOf(test, file)]));
  const inner = tests.filter((test) => tiers.get(test)! < OUTER_TIER);
  const outer = tests.filter((test) => tiers.get(test) === OUTER_TIER);
  const foreign = tests.filter((test) => tiers.get(test)! > OUTER_TIER);
  const innerCount = MAX_TESTS - Math.min(MIN_OUTER_TESTS, outer.length);
  return {
    own: [...inner.slice(0, innerCount), ...outer].slice(0, MAX_TESTS),
    foreign: foreign.slice(0, MAX_FOREIGN_TESTS),
  };
}

const OUTER_TIER = 4;
const FOREIGN_TIER = 5;

/** Orders the tests that load a source file: the nearest in the tree first, then the nearest by imports. */
function orderTests(graph: ImportGraph, file: string): string[] {
  return [...distancesTo(graph, file)]
    .filter(([path]) => path.endsWith(".test.ts"))
    .map(([path, distance]) => ({ path, distance, tier: tierOf(path, file) }))
    .sort((a, b) => a.tier - b.tier || a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/**
 * 0: the file's own test. 1: same folder.
 * 2: a folder above or below, inside the same top-level folder. 3: elsewhere in it.
 * 4: the folder of the same name under `test/`. 5: elsewhere.
 */
function tierOf(test: string, file: string): number {
  if (test === file.replace(/\.ts$/, ".test.ts")) return 0;
  const testFolder = dirname(test);
  const fileFolder = dirname(file);
  if (testFolder === fileFolder) return 1;
  const top = topFolderOf(file);
  if (test.startsWith(`${top.replace("src/", "test/")}/`)) return OUTER_TIER;
  if (!test.startsWith(`${top}/`)) return FOREIGN_TIER;
  return fileFolder.startsWith(`${testFolder}/`) || testFolder.startsWith(`${fileFolder}/`) ? 2 : 3;
}

/** `src/engines` of `src/engines/sim/clock.ts`. */
export function topFolderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

/** Whether a test belongs to the folder of a source file, or to the folder of the same name under `test/`. */
export function isOwnTest(test: string, file: string): boolean {
  return tierOf(test, file) < FOREIGN_TIER;
}
