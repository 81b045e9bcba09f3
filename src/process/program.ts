import type { Readable, Writable } from "node:stream";

/** How a program ended. Exactly one of `code` and `signal` is set. */
export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether the kernel ended a process of the tree because the tree reached its memory limit. */
  readonly outOfMemory: boolean;
}

/** What holds a limit: the kernel for the whole tree, the kernel for each process, or nothing. */
export type LimitHolder = "cgroup" | "rlimit" | "none";

/** The limits that a plan asked for, and what holds each of them. */
export interface HeldLimits {
  readonly memory?: LimitHolder;
  readonly processes?: LimitHolder;
}

/** A running program with its whole process tree. */
export interface Program {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program ends, whether or not another process keeps its output open. Never rejects. */
  readonly exit: Promise<ProgramExit>;
  readonly limits: HeldLimits;
  /** Sends a signal to every process of the tree that can be found. */
  signalTree(signal: NodeJS.Signals): void;
  /** Whether the program is stopped by a signal (SIGSTOP). False if the system does not say. */
  isStopped(): boolean;
  /**
   * Stops every process of the tree with SIGSTOP. Resolves to how many there are, and to 0 if one of them may still act before
   * `resume`, or the system does not say.
   */
  suspend(): Promise<number>;
  /** Lets a suspended tree go on. */
  resume(): void;
  /** Ends every process of the tree with SIGKILL, also daemonised ones. Resolves when none is left. Idempotent. */
  endTree(): Promise<void>;
}
