import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { CoveredBlocks } from "./coverage.ts";

/** `slow`: the test takes too long to run against mutants. */
export type Outcome = "passed" | "failed" | "timed out" | "slow";

export interface StoredResult {
  readonly outcome: Outcome;
  /** The wall time of the test; only of runs without a mutant. */
  readonly durationMs?: number;
  /** Its processor time; only of runs without a mutant. */
  readonly cpuMs?: number;
  /** The code that the test runs; only of runs without a mutant. */
  readonly covered?: CoveredBlocks;
  /** The hash of all files that the test loaded, and of each that lies in its folder; only of runs without a mutant. */
  readonly loaded?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The first test case that failed. */
  readonly failure?: string;
}

/** Results of tests by key, in a file with one JSON line for each. Every result is written as soon as it is known. */
export class ResultCache {
  readonly #path: string;
  readonly #results = new Map<string, StoredResult>();

  constructor(path: string) {
    this.#path = path;
    if (!existsSync(path)) return;
    for (const line of readFileSync(path, "utf8").split("\n")) this.#load(line);
  }

  get(key: string): StoredResult | undefined {
    return this.#results.get(key);
  }

  set(key: string, result: StoredResult): void {
    if (this.#results.size === 0) mkdirSync(dirname(this.#path), { recursive: true });
    this.#results.set(key, result);
    appendFileSync(this.#path, `${JSON.stringify({ key, ...result })}\n`);
  }

  #load(line: string): void {
    // A run that was killed may leave an incomplete last line.
    if (!line.startsWith("{") || !line.endsWith("}")) return;
    const { key, ...result } = JSON.parse(line) as StoredResult & { key: string };
    this.#results.set(key, result);
  }
}
