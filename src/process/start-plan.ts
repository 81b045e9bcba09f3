import type { ChildProcess } from "node:child_process";

/** Limits of a program and everything that it starts. */
export interface ProcessLimits {
  readonly memoryBytes?: number;
  /** Whether the memory is limited for the whole tree or not at all, instead of for each process if no group holds the tree. */
  readonly isMemoryOfTree?: boolean;
  /** The most processes and threads at the same time. */
  readonly processes?: number;
}

/** A program to start. Nothing is inherited: environment and descriptors are complete. */
export interface StartPlan {
  /** An absolute path, or a name that is looked up in `env.PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /**
   * Unique id of the process tree, normally the run id. The program gets it as ABP_RUN_ID, so that processes which outlive
   * us can be found.
   */
  readonly mark: string;
  /** Descriptors of ours that the program gets as 3, 4, and so on. */
  readonly descriptors?: readonly number[];
  /** Opens a Node IPC channel (NODE_CHANNEL_FD) after `descriptors`. */
  readonly channel?: boolean;
  /** Called right after the spawn, before anything is read. */
  readonly onStarted?: (child: ChildProcess) => void;
  readonly limits?: ProcessLimits;
}
