/** Time limits and quotas of a sidecar. */
export interface SidecarSettings {
  /** From the start of the program to its hello. */
  readonly helloTimeoutMs: number;
  /** A ping is sent this often during a run. */
  readonly pingIntervalMs: number;
  /** Silence of so many intervals is a stall; see `Heartbeat` for the exact rule. */
  readonly missedPings: number;
  /** From the cancel message to SIGTERM. */
  readonly cancelGraceMs: number;
  /** From the end of standard input to SIGTERM. */
  readonly exitGraceMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly killGraceMs: number;
  /** The longest time that a message waits for the sidecar to read it. */
  readonly stdinStallMs: number;
  /** How long output is read after the program has ended, while another process keeps the pipe open. */
  readonly drainMs: number;
  readonly maxLineBytes: number;
  /** The bytes of standard output in one run. */
  readonly maxOutputBytes: number;
  readonly stderrTailBytes: number;
  /** How many lines that are not JSON are skipped instead of ending the run. */
  readonly skippableLines: number;
  /** Values besides those of its own environment that its messages must not show. */
  readonly secrets: readonly string[];
}

/** The settings if the configuration says nothing. */
export const defaultSidecarSettings: SidecarSettings = {
  helloTimeoutMs: 10_000,
  pingIntervalMs: 10_000,
  missedPings: 3,
  cancelGraceMs: 5000,
  exitGraceMs: 5000,
  killGraceMs: 5000,
  stdinStallMs: 30_000,
  drainMs: 2000,
  maxLineBytes: 8 * 1024 * 1024,
  maxOutputBytes: 1024 * 1024 * 1024,
  stderrTailBytes: 64 * 1024,
  skippableLines: 0,
  secrets: [],
};
