import type { CleanRun, CleanRuns } from "./clean-runs.ts";
import type { Coverage } from "./coverage.ts";
import { type ImportGraph, startedFrom } from "./import-graph.ts";
import { type Mutant, mutantKey, mutate } from "./mutant.ts";
import { findNearbyTests, isOwnTest } from "./nearby-tests.ts";
import type { ResultCache } from "./result-cache.ts";
import type { TestResult } from "./runner-message.ts";
import type { ScratchTree } from "./scratch-tree.ts";
import { hashTest } from "./test-hash.ts";
import type { TestRunner } from "./test-runner.ts";

/** The tests of one mutant may cost so much processor time in all, measured without a mutant. */
const MAX_CPU_MS = 15_000;
/** Waiting costs less than computing: a test that only waits counts with this share of its wall time. */
const WAITING_SHARE = 0.2;
/** Time limits are generous: the machine may be busier than when the test was measured. */
const TIMEOUT_FACTOR = 4;
/** A test case that waits for ever ends before its whole run does, which spares a start of the process. */
const TEST_TIMEOUT_MARGIN_MS = 8000;
const RUN_TIMEOUT_MARGIN_MS = 15_000;
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

interface PlannedTest extends CleanRun {
  readonly test: string;
}

export interface MutantRunParts {
  readonly tree: Pick<ScratchTree, "paths" | "readText" | "write" | "restore" | "takeChanged">;
  readonly graph: ImportGraph;
  readonly cache: Pick<ResultCache, "get" | "set">;
  readonly runner: Pick<TestRunner, "run">;
  readonly coverage: Pick<Coverage, "covers">;
  readonly cleanRuns: Pick<CleanRuns, "get" | "confirm">;
}

/** Runs mutants one after the other in one copy of the repository. */
export class MutantRun {
  readonly #tree: MutantRunParts["tree"];
  readonly #graph: ImportGraph;
  readonly #cache: MutantRunParts["cache"];
  readonly #runner: MutantRunParts["runner"];
  readonly #coverage: MutantRunParts["coverage"];
  readonly #cleanRuns: MutantRunParts["cleanRuns"];
  readonly #testHashes = new Map<string, string>();
  readonly #startedFiles = new Map<string, ReadonlySet<string>>();

  constructor(parts: MutantRunParts) {
    this.#tree = parts.tree;
    this.#graph = parts.graph;
    this.#cache = parts.cache;
    this.#runner = parts.runner;
    this.#coverage = parts.coverage;
    this.#cleanRuns = parts.cleanRuns;
  }

  async test(mutant: Mutant): Promise<MutantResult> {
    const key = mutantKey(mutant, this.#tree.readText(mutant.file) ?? "");
    const { own, foreign } = findNearbyTests(this.#graph, mutant.file);
    const known = this.#findKnownKill(mutant, key, [...own, ...foreign]);
    if (known !== undefined) return known;
    const result = await this.#runTests(mutant, key, own);
    return result.status === "no test" ? this.#runTests(mutant, key, foreign) : result;
  }

  async #runTests(mutant: Mutant, key: string, tests: readonly string[]): Promise<MutantResult> {
    const passed: string[] = [];
    let rest = tests;
    let budgetMs = MAX_CPU_MS;
    for (let wave = 0; rest.length > 0; wave++) {
      const size = WAVE_SIZES[wave] ?? rest.length;
      const planned = await this.#planWave(mutant, rest.slice(0, size), budgetMs);
      rest = rest.slice(size);
      budgetMs -= sum(planned.map(costOf));
      const killed = await this.#runWave(mutant, key, planned);
      if (killed !== undefined) return killed;
      passed.push(...planned.map(({ test }) => test));
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

  /** The tests of a wave that run the mutated code and whose time is within the budget. */
  async #planWave(mutant: Mutant, wave: readonly string[], budgetMs: number): Promise<PlannedTest[]> {
    const planned: PlannedTest[] = [];
    for (const test of wave) {
      const left = budgetMs - sum(planned.map(costOf));
      if (left <= 0) break;
      const clean = await this.#cleanRuns.get(test, mutant.file);
      if (clean === undefined || costOf(clean) > left) continue;
      if (this.#mayRun(test, clean, mutant)) planned.push({ test, ...clean });
    }
    return planned;
  }

  #mayRun(test: string, { covered }: CleanRun, mutant: Mutant): boolean {
    if (covered === undefined || this.#coverage.covers(covered, mutant)) return true;
    // Threads and processes escape the coverage. An own test that may start one is given the benefit of the doubt.
    return isOwnTest(test, mutant.file) && this.#startedBy(test).has(mutant.file);
  }

  async #runWave(
    mutant: Mutant,
    key: string,
    wave: readonly PlannedTest[],
  ): Promise<MutantResult | undefined> {
    const pending = wave.filter(({ test }) => this.#cache.get(this.#pairKey(key, test)) === undefined);
    const [first] = pending;
    if (first === undefined) return undefined;
    // When the tests hang it is not known which of them does. The first one stands for all.
    const results = (await this.#runMutated(mutant, pending)) ?? [{ test: first.test, state: "timed out" }];
    const kill = results.find(({ state }) => state === "failed" || state === "timed out");
    if (kill !== undefined && !(await this.#cleanRuns.confirm(kill.test))) {
      const others = wave.filter(({ test }) => test !== kill.test);
      return this.#runWave(mutant, key, others);
    }
    for (const { test, state, failure } of results) {
      if (state === "skipped") continue;
      this.#cache.set(this.#pairKey(key, test), { outcome: state, ...(failure && { failure }) });
    }
    if (kill === undefined) return undefined;
    const status = kill.state === "timed out" ? "timed out" : "killed";
    return { mutant, status, tests: [kill.test], ...(kill.failure && { failure: kill.failure }) };
  }

  async #runMutated(
    mutant: Mutant,
    wave: readonly PlannedTest[],
  ): Promise<readonly TestResult[] | undefined> {
    const source = this.#tree.readText(mutant.file) ?? "";
    this.#tree.write(mutant.file, mutate(source, mutant.replacement));
    try {
      const tests = wave.map(({ test }) => test);
      const times = wave.map(({ durationMs }) => durationMs);
      const testTimeoutMs = Math.max(...times) * TIMEOUT_FACTOR + TEST_TIMEOUT_MARGIN_MS;
      const request = { tests, changed: this.#tree.takeChanged(), testTimeoutMs };
      const reply = await this.#runner.run(request, sum(times) * TIMEOUT_FACTOR + RUN_TIMEOUT_MARGIN_MS);
      return reply?.results;
    } finally {
      this.#tree.restore(mutant.file);
    }
  }

  #startedBy(test: string): ReadonlySet<string> {
    let files = this.#startedFiles.get(test);
    if (files === undefined) {
      files = startedFrom(this.#graph, test);
      this.#startedFiles.set(test, files);
    }
    return files;
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

function costOf({ cpuMs, durationMs }: CleanRun): number {
  return Math.max(cpuMs, durationMs * WAITING_SHARE);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
