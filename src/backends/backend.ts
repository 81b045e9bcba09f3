import type {
  AgentEvent,
  ArtifactRef,
  BackendIdentity,
  CapabilityManifest,
  Outcome,
  Usage,
  WorkOrder,
} from "../contract/index.ts";

/** What a backend is given for one run. */
export interface RunContext {
  readonly runId: string;
  readonly workOrder: WorkOrder;
  /** Aborted when the caller cancels or a limit is reached; a backend stops as soon as it can. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** What a backend says at the end of a run: its own report, which the runtime keeps as a claim. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly usage: Partial<Usage>;
  readonly usageRaw: unknown;
  readonly artifacts: readonly ArtifactRef[];
  /** Whether the backend checked its own result. */
  readonly harnessOk: boolean;
}

/** Something that can run a work order. */
export interface Backend {
  readonly identity: BackendIdentity;
  /** What it can do; complete, so that what it does not list it cannot do. */
  readonly capabilities: CapabilityManifest;
  /** Streams the events of one run and returns its report. */
  run(context: RunContext): AsyncGenerator<AgentEvent, RunReport>;
}
