import type {
  AgentEvent,
  ArtifactRef,
  BackendIdentity,
  CapabilityManifest,
  Outcome,
  Usage,
  WorkOrder,
} from "../contract/index.ts";

/** The input of one run. */
export interface RunContext {
  readonly runId: string;
  readonly workOrder: WorkOrder;
  /** Aborts when the caller cancels the run or its time limit is reached. The backend must stop then. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The backend's own account of a run. The receipt contains it as a claim, beside the runtime's observations. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly usage: Partial<Usage>;
  readonly usageRaw: unknown;
  readonly artifacts: readonly ArtifactRef[];
  /** Whether the backend has checked its own result. */
  readonly harnessOk: boolean;
}

/** Runs work orders. */
export interface Backend {
  readonly identity: BackendIdentity;
  /** A complete list: the backend does not have a capability that is missing here. */
  readonly capabilities: CapabilityManifest;
  /** Yields the events of one run and returns its report. */
  run(context: RunContext): AsyncGenerator<AgentEvent, RunReport>;
}
