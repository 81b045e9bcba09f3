import type {
  AbpError,
  AgentEvent,
  ContextImage,
  McpServer,
  Outcome,
  PolicyProfile,
  Usage,
} from "../contract/index.ts";

/** One turn of a conversation, as a stand-in asks for it. It becomes one work order. */
export interface RunRequest {
  readonly task: string;
  /** The absolute path of the directory that the agent works in. It is edited in place. */
  readonly root: string;
  readonly model?: string | undefined;
  readonly images?: readonly ContextImage[];
  /** Instructions of the caller besides the task, each with a name that the agent sees. */
  readonly instructions?: readonly { readonly name: string; readonly content: string }[];
  /** The run whose conversation this one continues. */
  readonly resume?: { readonly runId: string; readonly fork: boolean } | undefined;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly mcpServers?: Readonly<Record<string, McpServer>>;
  readonly policy?: Partial<PolicyProfile>;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
  /**
   * Whether another turn of the conversation may follow in this process, asked when this one has ended: then the agent waits for
   * it. Absent if none can follow.
   */
  readonly mayContinue?: () => boolean;
  /** What the caller asked for and the backend does not do. Each becomes a warning of the receipt. */
  readonly notes?: readonly string[];
  /** Files and directories of ours that the agent must be able to read inside its sandbox. */
  readonly readOnly?: readonly string[];
}

/** A tool that the agent wants to use and that needs an approval. */
export interface ToolQuestion {
  readonly tool: string;
  readonly input: unknown;
  /** Whether a policy of the configuration asks, so that only a person may answer. */
  readonly needsPerson: boolean;
}

/** `deny` is the reason, which the agent gets. */
export type ToolAnswer = { readonly allow: true } | { readonly deny: string };

/** What a run asks its stand-in while it goes on. */
export interface RunHooks {
  /** Decides on a tool. `signal` aborts when the answer is no longer needed. */
  approve(question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer>;
}

/** What a run used of one model. */
export interface ModelUse {
  /** The name that the agent asked for. */
  readonly name: string;
  readonly usage: Usage;
  /** Tokens that fit into one call; undefined if that is not known. */
  readonly contextWindow?: number | undefined;
  /** The most tokens that one call generates; undefined if that is not known. */
  readonly maxOutputTokens?: number | undefined;
}

/** The end of a run, with the members of its receipt that a vendor's protocol has places for. */
export interface RunEnd {
  readonly outcome: Outcome;
  /** Undefined if the run completed. */
  readonly error: AbpError | undefined;
  /** Cached tokens are part of the input. */
  readonly usage: Usage;
  /** Null if no price is known. */
  readonly costUsd: number | null;
  readonly durationMs: number;
  /** Model calls that the gateway saw; undefined if the agent did not use it. */
  readonly modelCalls: number | undefined;
  /** The models that the gateway was asked for. */
  readonly models: readonly ModelUse[];
  readonly structuredOutput: unknown;
  /** Whether a later run can continue the conversation. */
  readonly hasSession: boolean;
}

/** A run that goes on. */
export interface StartedRun {
  readonly runId: string;
  readonly events: AsyncIterable<AgentEvent>;
  /** Rejects if no receipt could be written. */
  readonly result: Promise<RunEnd>;
  /** What the model calls that have ended so far used; undefined if none are metered. */
  spent(): Usage | undefined;
  cancel(reason: string): void;
  /** Gives the agent a message of the user. False if it cannot take one now. */
  steer(text: string): boolean;
}

/** Starts runs on the backend that the stand-in is configured for. */
export interface RunStarter {
  /** The name of the backend. */
  readonly backend: string;
  /** The model of the configuration; undefined if the caller or the agent chooses. */
  readonly model: string | undefined;
  /** Rejects with an AbpError if nothing could be started. */
  start(request: RunRequest, hooks: RunHooks): Promise<StartedRun>;
  /** Ends the agent that waits for a turn after this run, because none follows. */
  endAgent(runId: string): Promise<void>;
  /** The events of an earlier run, as its receipt holds them. Empty if there is no such receipt. */
  history(runId: string): Promise<readonly AgentEvent[]>;
}
