/** Sent to the process that runs tests: run these, after the files named in `changed` have changed. */
export interface RunRequest {
  readonly tests: readonly string[];
  readonly changed: readonly string[];
  /** How long one test case may take. */
  readonly testTimeoutMs: number;
}

/** Sent back when the run is over, or stopped at the first failure. */
export interface RunReply {
  readonly results: readonly TestResult[];
  /** The processor time of the whole run and, on Linux, of the processes that have ended in it. */
  readonly cpuMs: number;
}

export interface TestResult {
  readonly test: string;
  /** A test after the first failure does not run: it is `skipped`. */
  readonly state: "passed" | "failed" | "skipped" | "timed out";
  readonly failure?: string;
}
