import type { Coverage, CoveredBlocks } from "./coverage.ts";
import { type ImportGraph, reachableFrom } from "./import-graph.ts";
import { digest } from "./mutant.ts";
import { isOwnTest } from "./nearby-tests.ts";
import type { ResultCache, StoredResult } from "./result-cache.ts";
import { hashLoadedFiles, hashTest } from "./test-hash.ts";
import type { TestRunner } from "./test-runner.ts";

/** A test that takes more processor time without a mutant is not run against mutants. */
const MAX_CPU_MS = 10_000;
const TEST_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 90_000;

export interface CleanRun {
  /** Wall time: it depends on what else the machine does. */
  readonly durationMs: number;
  /** Processor time of the test and, on Linux, of its processes. */
  readonly cpuMs: number;
  /** Undefined when the test wrote no list: then it may run anything. */
  readonly covered: CoveredBlocks | undefined;
}

/** Runs tests without a mutant: measures their time and which code they run, and finds those that cannot be used. */
export class CleanRuns {
  /** Tests that are left out, with the reason. */
  readonly excluded = new Map<string, string>();
  readonly #coverage: Coverage;
  readonly #graph: ImportGraph;
  readonly #cache: ResultCache;
  readonly #runner: TestRunner;
  readonly #current = new Map<string, Promise<CleanRun | undefined>>();
  readonly #keys = new Map<string, { readonly test: string; readonly loaded: string }>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(coverage: Coverage, graph: ImportGraph, cache: ResultCache, runner: TestRunner) {
    this.#coverage = coverage;
    this.#graph = graph;
    this.#cache = cache;
    this.#runner = runner;
  }

  /**
   * What is known about a test, as far as mutants of `file` are concerned. A measurement from before an edit of
   * other files will do. Undefined when the test fails, takes too long or has no test case.
   */
  async get(test: string, file: string): Promise<CleanRun | undefined> {
    const current = this.#current.get(test);
    if (current !== undefined) return current;
    const stored = this.#cache.get(this.#keysOf(test).test);
    if (stored?.outcome === "slow") return this.#excludeSlow(test);
    const known = readRun(stored);
    const isUsable = stored?.files?.[file] === this.#hashFile(file) || this.#isCurrent(test, stored);
    return known !== undefined && isUsable ? known : this.#measure(test);
  }

  /** Whether a test passes without a mutant in the tree as it is now. */
  async confirm(test: string): Promise<boolean> {
    const stored = this.#cache.get(this.#keysOf(test).test);
    if (!this.#current.has(test) && this.#isCurrent(test, stored)) return true;
    return (await this.#measure(test)) !== undefined;
  }

  #isCurrent(test: string, stored: StoredResult | undefined): boolean {
    return stored?.loaded === this.#keysOf(test).loaded;
  }

  /** Runs a test at most once. One runs at a time, because all jobs share the runner. */
  #measure(test: string): Promise<CleanRun | undefined> {
    const current = this.#current.get(test);
    if (current !== undefined) return current;
    const run = this.#queue.then(() => this.#run(test));
    this.#queue = run;
    this.#current.set(test, run);
    return run;
  }

  async #run(test: string): Promise<CleanRun | undefined> {
    const keys = this.#keysOf(test);
    const request = { tests: [test], changed: [], testTimeoutMs: TEST_TIMEOUT_MS };
    let startedAt = performance.now();
    let reply = await this.#runner.run(request, TIMEOUT_MS);
    if (reply?.results[0]?.state === "failed") {
      // On a busy machine a test may fail by chance.
      startedAt = performance.now();
      reply = await this.#runner.run(request, TIMEOUT_MS);
    }
    const durationMs = Math.round(performance.now() - startedAt);
    const covered = this.#coverage.take();
    const result = reply?.results[0];
    if (reply === undefined || reply.cpuMs > MAX_CPU_MS) {
      this.#cache.set(keys.test, { outcome: "slow" });
      return this.#excludeSlow(test);
    }
    // Failures are not stored: the test may pass in the next run.
    if (result?.state === "failed") return this.#exclude(test, `fails without a mutant: ${result.failure}`);
    if (result?.state === "skipped") return this.#exclude(test, "runs no test case");
    const cpuMs = Math.round(reply.cpuMs);
    const files = this.#hashOwnFiles(test);
    const stored = { durationMs, cpuMs, loaded: keys.loaded, files, ...(covered && { covered }) };
    this.#cache.set(keys.test, { outcome: "passed", ...stored });
    return { durationMs, cpuMs, covered };
  }

  #keysOf(test: string): { readonly test: string; readonly loaded: string } {
    const known = this.#keys.get(test);
    if (known !== undefined) return known;
    const { paths, readText } = this.#coverage.tree;
    const keys = {
      test: `clean-run:${hashTest(this.#graph, test, paths, readText)}`,
      loaded: hashLoadedFiles(this.#graph, test, readText),
    };
    this.#keys.set(test, keys);
    return keys;
  }

  #hashOwnFiles(test: string): Record<string, string> {
    const files = reachableFrom(this.#graph, test).filter((file) => isOwnTest(test, file));
    return Object.fromEntries(files.map((file) => [file, this.#hashFile(file)]));
  }

  #hashFile(file: string): string {
    return digest([this.#coverage.tree.readText(file) ?? ""]).slice(0, 10);
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

function readRun(stored: StoredResult | undefined): CleanRun | undefined {
  if (stored?.durationMs === undefined || stored.cpuMs === undefined) return undefined;
  return { durationMs: stored.durationMs, cpuMs: stored.cpuMs, covered: stored.covered };
}
