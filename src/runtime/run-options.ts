import type {
  CompatibilityMode,
  PolicyDecisionRecord,
  PolicyProfile,
  SandboxLevel,
} from "../contract/index.ts";
import type { EmulatorSet } from "../negotiation/index.ts";
import type { Approver } from "../policy/index.ts";
import type { RepositoryLimits, StageBudget, StageMethod } from "../workspace/index.ts";
import type { KeptAgents } from "./kept/kept-agents.ts";
import type { ResourceLimits } from "./limits/resource-limits.ts";
import type { User } from "./questions/user.ts";
import type { RunGateway } from "./run-gateway.ts";
import type { RunStep } from "./run-handle.ts";
import type { RunLog } from "./run-log.ts";

/** Options of `runStreaming`. */
export interface RunOptions {
  /** The program that runs the order, as the receipt names it. */
  readonly software: { readonly name: string; readonly version: string };
  /** Records the run. Without a log, the receipt is sealed but neither signed nor stored. */
  readonly log?: RunLog | undefined;
  /** Where stages are made. Needed by a backend that works on files. */
  readonly workspaceDir?: string | undefined;
  /** Where run directories are made, which hold patches. Needed by a backend that works on files. */
  readonly runsDir?: string | undefined;
  /** The limits of a stage. */
  readonly stageBudget?: StageBudget | undefined;
  /** What a run may take of the machine: processes, memory, and what it writes. */
  readonly resources?: ResourceLimits | undefined;
  readonly stageMethod?: StageMethod | undefined;
  /** The limits of the repository that a stage gets. */
  readonly stageRepository?: RepositoryLimits | undefined;
  /** The most bytes of ignored files that are kept beside a patch; 256 MiB unless told. */
  readonly maxIgnoredBytes?: number | undefined;
  /** A relative workspace is found from here; the current directory by default. */
  readonly workingDirectory?: string | undefined;
  /** Cancels the run; its reason becomes the reason of the cancellation. */
  readonly signal?: AbortSignal | undefined;
  /** How strictly requirements are met, unless the order says so. */
  readonly mode?: CompatibilityMode | undefined;
  /** The emulators as configured; the default ones if absent. */
  readonly emulators?: EmulatorSet | undefined;
  /** Policies that the order's policy cannot loosen; each narrows those before it. */
  readonly policyFloors?: readonly PolicyProfile[] | undefined;
  /** The sandbox of the backend's process; `auto` by default. A level that is named must be reached. */
  readonly sandbox?: "auto" | "off" | SandboxLevel | undefined;
  /** Paths that the process may read inside its sandbox. */
  readonly sandboxReadOnly?: readonly string[] | undefined;
  /** Paths that the process must not see inside its sandbox, besides stages, run directories and the staged original. */
  readonly sandboxHidden?: readonly string[] | undefined;
  /** Answers if the policy asks for an approval. Without it nothing is approved. */
  readonly approver?: Approver | undefined;
  /** Answers the questions of agents that have no tool to ask. Without it an order that needs `tool_ask_user` is refused. */
  readonly user?: User | undefined;
  /** How long an approver may take, and an answer of the user. */
  readonly approvalTimeoutMs?: number | undefined;
  /**
   * How long a run may go on without an event and a model call, unless its order or its backend says so; 15 minutes by default, 0
   * for no limit. Open questions and model calls under way do not count, and a tool without a result may take an hour.
   */
  readonly idleTimeoutMs?: number | undefined;
  /** How often an answer that breaks the schema of its order is asked for again; once by default. */
  readonly repairRounds?: number | undefined;
  /** Where an agent takes its models from. Without it an agent uses its own variables. */
  readonly gateway?: RunGateway | undefined;
  /** Where the private homes of agents are made, each in a directory with the id of its run. Needed by a backend that keeps sessions. */
  readonly homesDir?: string | undefined;
  /**
   * Keeps the agent of a run that has completed for the next run of its conversation, if `mayFollow` says then that there may be one.
   * Its processes are stopped meanwhile. Only a sandbox at L3 holds an agent that well; without it, the agent ends as ever.
   */
  readonly keeping?: { readonly agents: KeptAgents; readonly mayFollow: () => boolean } | undefined;
  /** How long the home of a run that named a session is kept; 30 days by default. */
  readonly keepSessionsDays?: number | undefined;
  /** A shell command that checks the result in the workspace of the run, after the agent has ended. */
  readonly check?: { readonly command: string; readonly timeoutMs: number } | undefined;
  /** Called at the beginning of each step. */
  readonly onStep?: ((step: RunStep) => void) | undefined;
  /** Called for each decision of the policy that the receipt will hold, when it is made. It must not throw. */
  readonly onDecision?: ((record: PolicyDecisionRecord) => void) | undefined;
  /** Why this backend was chosen, for the receipt. */
  readonly projection?: string | undefined;
  /** Warnings for the receipt that are known before the run, such as wishes of the caller that are not met. */
  readonly warnings?: readonly string[] | undefined;
  /** The most events that the receipt holds; 10,000 by default. */
  readonly maxTraceEvents?: number | undefined;
  /** The most bytes of events that the receipt holds; 4 MiB by default. */
  readonly maxTraceBytes?: number | undefined;
  /** The id of the run; a new one by default. */
  readonly runId?: string | undefined;
  /** Whether the log has the beginning of the run already, as that of a submitted run that was claimed. */
  readonly hasBegun?: boolean | undefined;
  readonly now?: (() => Date) | undefined;
  /** Returns a new UUID for each call. */
  readonly newId?: (() => string) | undefined;
}
