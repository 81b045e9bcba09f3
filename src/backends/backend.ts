import type { Agent, ProgramSettings } from "../agents/index.ts";
import type {
  AbpError,
  AgentEvent,
  ArtifactRef,
  BackendIdentity,
  CapabilityManifest,
  ExecutionMode,
  Outcome,
  PolicyDecisionRecord,
  SandboxLevel,
  SidecarRecord,
  Usage,
  WorkOrder,
} from "../contract/index.ts";
import type { Policy } from "../policy/index.ts";
import type { ProcessLimits } from "../process/index.ts";
import type { Sandbox, SandboxProgram } from "../sandbox/index.ts";
import type { ToolDecision, ToolRequest } from "../sidecar/index.ts";
import type { Confinement } from "./confinement.ts";

/** What a backend says about itself. */
export interface BackendFacts {
  readonly identity: BackendIdentity;
  /** A complete list: the backend does not have a capability that is missing here. */
  readonly capabilities: CapabilityManifest;
  /** `passthrough` if the backend takes the caller's own request and returns the vendor's own events. */
  readonly mode: ExecutionMode;
  /** Whether it asks before it uses a tool, and obeys the answer. */
  readonly asksBeforeTools: boolean;
}

/** The sandbox that a run asks for. */
export interface SandboxWish {
  /** `auto` is the highest level that works here. */
  readonly level: "auto" | "off" | SandboxLevel;
  /** The least level that must be reached. */
  readonly required?: SandboxLevel | undefined;
  readonly policy: Policy;
  /** Paths of the host that are visible inside, read-only. */
  readonly readOnly?: readonly string[] | undefined;
  /** Programs that the agent starts. They are visible inside, read-only. */
  readonly otherPrograms?: readonly SandboxProgram[] | undefined;
  /** Paths of the host that are never visible inside. */
  readonly hidden?: readonly string[] | undefined;
  /** The gateway, if the run may call it. */
  readonly gateway?: { readonly host: string; readonly port: number } | undefined;
  readonly onDecision: (record: PolicyDecisionRecord) => void;
}

/** How the agent of one run calls the gateway. */
export interface GatewayAccess {
  /** The address for the calls of this run, such as `http://127.0.0.1:8787/r/<run id>`. */
  readonly url: string;
  /** Valid only under this address, and only while the run lasts. Never to be shown. */
  readonly token: string;
  /** The engine that the agent's calls name. */
  readonly engine?: string | undefined;
  /** The dialect of the engine that gets the calls, if it is known. */
  readonly dialect?: string | undefined;
}

/** What a backend needs to get ready for one run. */
export interface OpenContext {
  readonly runId: string;
  /** The absolute path of the directory that the agent works in. */
  readonly workspaceRoot: string;
  /** Variables that the work order gives to the agent. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: SandboxWish;
  /** Marks the processes of the session, so that a sweep finds them. The id of the run unless given. */
  readonly mark?: string | undefined;
  /** The private home of the agent: it exists, and the agent may write there. Given to a backend that keeps sessions. */
  readonly home?: string | undefined;
  /** Where the agent finds its models. Given to a backend that uses the gateway, if there is one. */
  readonly gateway?: GatewayAccess | undefined;
  /** The limits of the programs of the session; those of the backend itself unless given. */
  readonly limits?: ProcessLimits | undefined;
  /** Whether the process may be one that runs other orders too, with another working directory. */
  readonly mayReuse: boolean;
  /** Whether the agent's process may stay between the orders of a conversation. */
  readonly keepsAgent?: boolean | undefined;
  readonly now: () => Date;
  /** Aborts when the run is cancelled before it began. */
  readonly signal: AbortSignal;
}

/** The input of one run. */
export interface RunContext {
  readonly runId: string;
  readonly workOrder: WorkOrder;
  /** In `passthrough` the order and the events stay as they are. */
  readonly mode: ExecutionMode;
  /** Aborts when the run is cancelled or reaches a limit; the reason is text. The backend must stop then. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** The bytes that the backend may write. */
  readonly maxOutputBytes?: number | undefined;
  /** Decides on a tool before it is used. */
  readonly onToolRequest: (request: ToolRequest, signal: AbortSignal) => Promise<ToolDecision>;
}

/** The backend's own account of a run. The receipt contains it as a claim, beside the runtime's observations. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly usage: Partial<Usage>;
  readonly usageRaw: unknown;
  readonly artifacts: readonly ArtifactRef[];
  /** Whether the backend has checked its own result. */
  readonly harnessOk: boolean;
  /** The hash of the backend's own receipt, as it states it. */
  readonly receiptSha256?: string | null | undefined;
  /** The agent's own name of the conversation, by which a later run can continue it. */
  readonly session?: string | undefined;
  /** The answer to the `output_schema` of the work order. */
  readonly structuredOutput?: unknown;
}

/** What is known about a session once it is closed. */
export interface SessionEnd {
  /** The exit of the process; undefined if the process goes on, or if there is none. */
  readonly exit?: { readonly code: number | null; readonly signal: string | null } | undefined;
  readonly sidecar?: SidecarRecord | undefined;
  /** How the process of a session that never opened was confined. */
  readonly confinement?: Confinement | undefined;
}

/** A backend that is ready for one run. */
export interface BackendSession {
  readonly facts: BackendFacts;
  readonly confinement: Confinement;
  /** Yields the events of one run in batches and returns its report. Called once, and once more after each `resume`. */
  run(context: RunContext): AsyncGenerator<readonly AgentEvent[], RunReport>;
  /** Gives the agent a message of the user during the run. False if it cannot take one now. */
  steer?(text: string): boolean;
  /**
   * Stops all processes of the session until the next order of the conversation. Resolves to what is known of it so far, or to
   * undefined if the session cannot take another order, or something of it may still act. Closing a suspended session kills it.
   */
  suspend?(): Promise<SessionEnd | undefined>;
  /** Lets a suspended session go on. False if it cannot take another order. */
  resume?(): boolean;
  /** Ends the processes of the session at once, without a grace period. */
  kill(): void;
  /**
   * Opens a sandbox like that of the session for another program of the run, such as one that checks the result, without the
   * gateway and the home of the agent. May be called after `close`. Absent if nothing confines the session.
   */
  confine?(program: SandboxProgram): Promise<Sandbox>;
  /** Ends the session. When it resolves, no process of it runs, except one that is kept for other runs. May be called again. */
  close(): Promise<SessionEnd>;
}

/** Runs work orders. */
export interface Backend {
  readonly name: string;
  /** The real agent that it drives; undefined for other backends. */
  readonly agent?: Agent | undefined;
  /** What its entry gives to the agent's program; undefined if it gives nothing. */
  readonly programSettings?: ProgramSettings | undefined;
  /** A run does not start below this level of the sandbox unless the user named a level. Set for real agents. */
  readonly leastLevel?: SandboxLevel | undefined;
  /** What is known before the backend starts; undefined if only the started backend can say. */
  readonly known?: BackendFacts | undefined;
  /** Whether the backend works on files. Only then the workspace is staged. */
  readonly needsWorkspace: boolean;
  /** Whether its agent takes models from the gateway, so that a run opens an account there. */
  readonly usesGateway?: boolean | undefined;
  /** Whether its agent has a private home, which is kept if the agent names a session. */
  readonly keepsSession?: boolean | undefined;
  /** The engine of its calls, if the user names none. */
  readonly engine?: string | undefined;
  /** Its model, if the order names none. */
  readonly model?: string | undefined;
  /** False if `auto` never chooses it: it only runs an order that names it. */
  readonly isChosenByAuto?: boolean | undefined;
  /** The dialect of its passthrough mode. Without it, that of the engine counts. */
  readonly dialect?: string | undefined;
  /** Preference among backends that can all run an order; the higher one wins. */
  readonly priority?: number | undefined;
  /** The limits that its own entry sets for its program. Undefined for a backend that starts none. */
  readonly limits?: ProcessLimits | undefined;
  /** How long a run may take, in addition to the limits of its order. */
  readonly timeoutMs?: number | undefined;
  /** How long a run may be idle, if its order does not say so; 0 for no limit. */
  readonly idleMs?: number | undefined;
  /** Why the backend cannot start here, such as an agent that is not installed. Asked before anything is staged. */
  findFault?(): AbpError | undefined;
  open(context: OpenContext): Promise<BackendSession>;
}
