import type { ModelCallsRecord } from "../contract/index.ts";

/** The gateway that the agents of runs take their models from. */
export interface RunGateway {
  /** Such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** The engine that the agent's calls name. */
  readonly engine?: string | undefined;
  /** The dialect of the engine that calls for a model go to; undefined if only the call itself decides. */
  dialectOf?(model: string | null): string | undefined;
  /** Opens the account of a run, with a key of its own. */
  openRun(request: RunAccountRequest): GatewayAccount;
}

/** The run that an account is opened for, and what its key may call. */
export interface RunAccountRequest {
  readonly runId: string;
  /** The path and the key of an earlier run, whose agent works for this one now. */
  readonly access?: RunAccess | undefined;
  readonly budgetUsd: number | null;
  /** The engine that was named for the run. */
  readonly engine?: string | undefined;
  readonly models?: RunModels | undefined;
  /** The dialect of the agent's calls, if it is known. */
  readonly dialect?: string | undefined;
}

/** How an agent that outlives its run calls the gateway. */
export interface RunAccess {
  /** The run that the agent was started for: its calls come in below `/r/<run id>/`. */
  readonly startedFor: string;
  /** Its key. */
  readonly token: string;
}

/** The models of a run: those that its order names, else those that its agent chooses by itself. Both lists are empty for any model of one engine. */
export interface RunModels {
  readonly names: readonly string[];
  /** Globs of further names. */
  readonly patterns: readonly string[];
}

export interface GatewayAccount {
  /** Valid only under the path of the account, and until the account is closed. */
  readonly token: string;
  readonly spentUsd: () => number;
  /** What was metered so far. */
  readonly metered?: (() => ModelCallsRecord) | undefined;
  /** How many calls are under way. */
  readonly openCalls?: (() => number) | undefined;
  /** Called after each call whose cost is known. */
  onSpent: ((usd: number) => void) | undefined;
  /** Refuses further calls, waits until the receipt of every call is durable, and says what was metered. Idempotent. */
  close(): Promise<ModelCallsRecord>;
}
