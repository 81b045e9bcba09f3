import type { CleanTimes } from "./clean-times.ts";
import type { ImportGraph } from "./import-graph.ts";
import { type Mutant, mutantKey, mutate } from "./mutant.ts";
import { chooseTests } from "./nearby-tests.ts";
import type { ResultCache } from "./result-cache.ts";
import type { TestResult } from "./runner-message.ts";
import type { ScratchTree } from "./scratch-tree.ts";
import { hashTest } from "./test-hash.ts";
import type { TestRunner } from "./test-runner.ts";

/** The tests of one mutant may take so long in all, measured without a mutant. */
const MAX_CLEAN_MS = 20_000;
/** With less of that time left, no further test is tried. */
const MIN_TEST_MS = 1000;
const TIMEOUT_FACTOR = 3;
const TIMEOUT_MARGIN_MS = 10_000;
/** The number of tests that run together. Most mutants die in the first, small waves. */
const WAVE_SIZES: readonly number[] = [1, 3];

/** `timed out` counts as killed: the tests hang, or their process ends. */
export type Status = "killed" | "timed out" | "survived" | "no test";

export interface MutantResult {
  readonly mutant: Mutant;
  readonly status: Status;
  /** The test that failed, or all that passed. */
  readonly tests: readonly string[];
  /** The first test case that failed. */
  readonly failure?: string;
}

interface TimedTest {
  readonly test: string;
  readonly cleanMs: number;
}

/** Runs mutants one after the other in one copy of the repository. */
export class MutantRun {
  readonly #tree: ScratchTree;
  readonly #graph: ImportGraph;
  readonly #cache: ResultCache;
  readonly #runner: TestRunner;
  readonly #times: CleanTimes;
  readonly #testHashes = new Map<string, string>();

  constructor(
    tree: ScratchTree,
    graph: ImportGraph,
    cache: ResultCache,
    runner: TestRunner,
    times: CleanTimes,
  ) {
    this.#tree = tree;
    this.#graph = graph;
    this.#cache = cache;
    this.#runner = runner;
    this.#times = times;
  }

  async test(mutant: Mutant): Promise<MutantResult> {
    const key = mutantKey(mutant, this.#tree.readText(mutant.file) ?? "");
    const tests = chooseTests(this.#graph, mutant.file);
    const known = this.#findKnownKill(mutant, key, tests);
    if (known !== undefined) return known;
    const passed: string[] = [];
    let rest = tests;
    let budgetMs = MAX_CLEAN_MS;
    for (let wave = 0; rest.length > 0; wave++) {
      const size = WAVE_SIZES[wave] ?? rest.length;
      const timed = await this.#measureWave(rest.slice(0, size), budgetMs);
      rest = rest.slice(size);
      budgetMs -= totalMs(timed);
      const killed = await this.#runWave(mutant, key, timed);
      if (killed !== undefined) return killed;
      passed.push(...timed.map(({ test }) => test));
    }
    return { mutant, status: passed.length === 0 ? "no test" : "survived", tests: passed };
  }

  #findKnownKill(mutant: Mutant, key: string, tests: readonly string[]): MutantResult | undefined {
    for (const test of tests) {
      const stored = this.#cache.get(this.#pairKey(key, test));
      if (stored === undefined || stored.outcome === "passed") continue;
      const status = stored.outcome === "timed out" ? "timed out" : "killed";
      return { mutant, status, tests: [test], ...(stored.failure && { failure: stored.failure }) };
    }
    return undefined;
  }

  /** The tests of a wave that can be used and whose time is within the budget. */
  async #measureWave(wave: readonly string[], budgetMs: number): Promise<TimedTest[]> {
    const timed: TimedTest[] = [];
    for (const test of wave) {
      if (budgetMs - totalMs(timed) < MIN_TEST_MS) break;
      const cleanMs = await this.#times.measure(test);
      if (cleanMs !== undefined && totalMs(timed) + cleanMs <= budgetMs) timed.push({ test, cleanMs });
    }
    return timed;
  }

  async #runWave(mutant: Mutant, key: string, wave: readonly TimedTest[]): Promise<MutantResult | undefined> {
    const pending = wave.filter(({ test }) => this.#cache.get(this.#pairKey(key, test)) === undefined);
    const [first] = pending;
    if (first === undefined) return undefined;
    const results = await this.#runMutated(mutant, pending);
    if (results === undefined) {
      // It is not known which of the tests hangs. The first one stands for all.
      this.#cache.set(this.#pairKey(key, first.test), { outcome: "timed out" });
      return { mutant, status: "timed out", tests: pending.map(({ test }) => test) };
    }
    for (const { test, state, failure } of results) {
      if (state === "skipped") continue;
      this.#cache.set(this.#pairKey(key, test), { outcome: state, ...(failure && { failure }) });
    }
    const failed = results.find(({ state }) => state === "failed");
    if (failed === undefined) return undefined;
    const { test, failure } = failed;
    return { mutant, status: "killed", tests: [test], ...(failure && { failure }) };
  }

  async #runMutated(mutant: Mutant, wave: readonly TimedTest[]): Promise<readonly TestResult[] | undefined> {
    const source = this.#tree.readText(mutant.file) ?? "";
    this.#tree.write(mutant.file, mutate(source, mutant.replacement));
    try {
      const request = { tests: wave.map(({ test }) => test), changed: this.#tree.takeChanged() };
      return await this.#runner.run(request, totalMs(wave) * TIMEOUT_FACTOR + TIMEOUT_MARGIN_MS);
    } finally {
      this.#tree.restore(mutant.file);
    }
  }

  #pairKey(mutant: string, test: string): string {
    let hash = this.#testHashes.get(test);
    if (hash === undefined) {
      hash = hashTest(this.#graph, test, this.#tree.paths, this.#tree.readText);
      this.#testHashes.set(test, hash);
    }
    return `${mutant}:${hash}`;
  }
}

function totalMs(tests: readonly TimedTest[]): number {
  return tests.reduce((sum, test) => sum + test.cleanMs, 0);
}
