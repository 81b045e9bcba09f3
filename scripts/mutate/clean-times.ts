import type { ImportGraph } from "./import-graph.ts";
import type { ResultCache } from "./result-cache.ts";
import type { ScratchTree } from "./scratch-tree.ts";
import { hashLoadedFiles } from "./test-hash.ts";
import type { TestRunner } from "./test-runner.ts";

/** A test that takes longer without a mutant is not run against mutants. */
const MAX_TEST_MS = 15_000;
const TIMEOUT_MS = 60_000;

/** Tests that are left out, with the reason. */
export type ExcludedTests = Map<string, string>;

/** Measures how long tests take without a mutant, and finds those that cannot be used. */
export class CleanTimes {
  readonly #tree: ScratchTree;
  readonly #graph: ImportGraph;
  readonly #cache: ResultCache;
  readonly #runner: TestRunner;
  readonly #excluded: ExcludedTests;
  readonly #times = new Map<string, number>();

  constructor(
    tree: ScratchTree,
    graph: ImportGraph,
    cache: ResultCache,
    runner: TestRunner,
    excluded: ExcludedTests,
  ) {
    this.#tree = tree;
    this.#graph = graph;
    this.#cache = cache;
    this.#runner = runner;
    this.#excluded = excluded;
  }

  /** The wall time of a test in milliseconds; undefined when it fails, takes too long or has no test case. */
  async measure(test: string): Promise<number | undefined> {
    const known = this.#times.get(test);
    if (known !== undefined) return known;
    if (this.#excluded.has(test)) return undefined;
    const key = `clean:${hashLoadedFiles(this.#graph, test, this.#tree.readText)}`;
    const stored = this.#cache.get(key);
    if (stored?.outcome === "slow") return this.#excludeSlow(test);
    return this.#remember(test, stored?.durationMs ?? (await this.#run(test, key)));
  }

  async #run(test: string, key: string): Promise<number | undefined> {
    const request = { tests: [test], changed: this.#tree.takeChanged() };
    const results = await this.#runner.run(request, TIMEOUT_MS);
    const result = results?.[0];
    if (result === undefined || result.durationMs > MAX_TEST_MS) {
      this.#cache.set(key, { outcome: "slow" });
      return this.#excludeSlow(test);
    }
    // Failures are not stored: the test may pass in the next run.
    if (result.state === "failed") return this.#exclude(test, `fails without a mutant: ${result.failure}`);
    if (result.state === "skipped") return this.#exclude(test, "runs no test case");
    const durationMs = Math.round(result.durationMs);
    this.#cache.set(key, { outcome: "passed", durationMs });
    return durationMs;
  }

  #remember(test: string, durationMs: number | undefined): number | undefined {
    if (durationMs !== undefined) this.#times.set(test, durationMs);
    return durationMs;
  }

  #excludeSlow(test: string): undefined {
    return this.#exclude(test, `takes longer than ${MAX_TEST_MS / 1000} s without a mutant`);
  }

  #exclude(test: string, reason: string): undefined {
    this.#excluded.set(test, reason);
  }
}
