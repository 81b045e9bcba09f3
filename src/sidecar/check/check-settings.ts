/** Time limits and quotas of a check. */
export interface CheckSettings {
  readonly helloMs: number;
  /** How long one run may take. */
  readonly runMs: number;
  readonly pongMs: number;
  /** From cancel to the end of the run. */
  readonly cancelMs: number;
  /** From the end of standard input to the end of the process. */
  readonly exitMs: number;
  /** How long the check listens for what should not come. */
  readonly quietMs: number;
  readonly maxLineBytes: number;
  /** The most bytes of standard output of one process. */
  readonly maxOutputBytes: number;
  /** The most processes and threads of one sidecar. */
  readonly processes: number;
  readonly orderBytes: number;
}

export const defaultCheckSettings: CheckSettings = {
  helloMs: 10_000,
  runMs: 30_000,
  pongMs: 2000,
  cancelMs: 5000,
  exitMs: 5000,
  quietMs: 300,
  maxLineBytes: 8 * 1024 * 1024,
  maxOutputBytes: 64 * 1024 * 1024,
  processes: 256,
  orderBytes: 5 * 1024 * 1024,
};

/** The tasks that the check gives to a sidecar. */
export interface CheckTasks {
  /** A task that is done quickly. */
  readonly quick: string;
  /** A task that takes at least some seconds, and longer than `cancelMs`. */
  readonly slow: string;
  /** A task that uses a tool, for a sidecar that asks before tools. */
  readonly tool: string;
}

/** The example sidecars understand them as operations. Every other sidecar gets them as words. */
export const defaultCheckTasks: CheckTasks = {
  quick: "say hello",
  slow: "sleep 10",
  tool: "write abp-sidecar-check.txt checked",
};
