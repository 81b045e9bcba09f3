import type { Coverage, CoveredBlocks } from "./coverage.ts";
import type { ImportGraph } from "./import-graph.ts";
import type { ResultCache } from "./result-cache.ts";
import { hashLoadedFiles, hashTest } from "./test-hash.ts";
import type { TestRunner } from "./test-runner.ts";

/** A test that takes more processor time without a mutant is not run against mutants. */
const MAX_CPU_MS = 10_000;
const TIMEOUT_MS = 60_000;

/** Tests that are left out, with the reason. */
export type ExcludedTests = Map<string, string>;

export interface CleanRun {
  /** Wall time: it depends on what else the machine does. */
  readonly durationMs: number;
  /** Processor time of the test, without that of child processes. */
  readonly cpuMs: number;
  /** Undefined when the test wrote no list: then it may run anything. */
  readonly covered: CoveredBlocks | undefined;
}

/** Runs tests without a mutant: measures their time and which code they run, and finds those that cannot be used. */
export class CleanRuns {
  readonly excluded: ExcludedTests = new Map();
  readonly #coverage: Coverage;
  readonly #graph: ImportGraph;
  readonly #cache: ResultCache;
  readonly #runner: TestRunner;
  readonly #runs = new Map<string, Promise<CleanRun | undefined>>();

  constructor(coverage: Coverage, graph: ImportGraph, cache: ResultCache, runner: TestRunner) {
    this.#coverage = coverage;
    this.#graph = graph;
    this.#cache = cache;
    this.#runner = runner;
  }

  /** Undefined when the test fails, takes too long or has no test case. */
  get(test: string): Promise<CleanRun | undefined> {
    const known = this.#runs.get(test);
    if (known !== undefined) return known;
    // One test at a time: several jobs share the runner.
    const before = [...this.#runs.values()].at(-1);
    const run = Promise.resolve(before).then(() => this.#find(test));
    this.#runs.set(test, run);
    return run;
  }

  async #find(test: string): Promise<CleanRun | undefined> {
    const key = `measured:${hashLoadedFiles(this.#graph, test, this.#coverage.tree.readText)}`;
    if (this.#cache.get(this.#slowKey(test)) !== undefined) return this.#excludeSlow(test);
    const stored = this.#cache.get(key);
    if (stored?.durationMs !== undefined && stored.cpuMs !== undefined) {
      return { durationMs: stored.durationMs, cpuMs: stored.cpuMs, covered: stored.covered };
    }
    return this.#run(test, key);
  }

  async #run(test: string, key: string): Promise<CleanRun | undefined> {
    const startedAt = performance.now();
    const reply = await this.#runner.run({ tests: [test], changed: [] }, TIMEOUT_MS);
    const durationMs = Math.round(performance.now() - startedAt);
    const covered = this.#coverage.take();
    const result = reply?.results[0];
    if (reply === undefined || reply.cpuMs > MAX_CPU_MS) {
      this.#cache.set(this.#slowKey(test), { outcome: "slow" });
      return this.#excludeSlow(test);
    }
    // Failures are not stored: the test may pass in the next run.
    if (result?.state === "failed") return this.#exclude(test, `fails without a mutant: ${result.failure}`);
    if (result?.state === "skipped") return this.#exclude(test, "runs no test case");
    const cpuMs = Math.round(reply.cpuMs);
    this.#cache.set(key, { outcome: "passed", durationMs, cpuMs, ...(covered && { covered }) });
    return { durationMs, cpuMs, covered };
  }

  /** A slow test stays slow when the product changes, so that this is looked up by the test alone. */
  #slowKey(test: string): string {
    const { paths, readText } = this.#coverage.tree;
    return `slow:${hashTest(this.#graph, test, paths, readText)}`;
  }

  #excludeSlow(test: string): undefined {
    return this.#exclude(
      test,
      `needs more than ${MAX_CPU_MS / 1000} s of processor time, or hangs, without a mutant`,
    );
  }

  #exclude(test: string, reason: string): undefined {
    this.excluded.set(test, reason);
  }
}
