import type { ModelCallsRecord } from "../../contract/index.ts";

export interface RunAccountRequest {
  /** A UUID. The run's calls come in below `/r/<run id>/`, unless `access` says otherwise. */
  readonly runId: string;
  /** The path and the key of an earlier run of this thread, which has ended and whose agent works for this run now. */
  readonly access?: RunAccess | undefined;
  /** The tenant whose log gets the receipts of the calls. */
  readonly tenant: string;
  /** What all calls of the run together may cost; null if that is not limited. */
  readonly budgetUsd: number | null;
  /**
   * The name of the key on whose behalf the run works. The receipts of the calls name it as their caller, what the calls make
   * belongs to its owner, and its engines and policies apply. It need not be configured.
   */
  readonly name: string;
  /** The engine of the run. Its key may use this one and its fallbacks, and no other. Without it, those that the models lead to. */
  readonly engine?: string | undefined;
  /** The models that the key may call. Without them and without an engine, the rights of the key's name apply alone. */
  readonly models?: RunModels | undefined;
  /** The dialect of the agent's calls, if it is known. `auto` chooses for it. */
  readonly dialect?: string | undefined;
}

/** How an agent that outlives its run calls the gateway. */
export interface RunAccess {
  /** The run that the agent was started for: its calls come in below `/r/<run id>/`. */
  readonly startedFor: string;
  /** Its key. */
  readonly token: string;
}

/** The models of a run: those that were named for it, else those that its agent chooses by itself. Both lists are empty for any model of one engine. */
export interface RunModels {
  readonly names: readonly string[];
  /** Globs of further names. */
  readonly patterns: readonly string[];
}

/**
 * The account of one run: a key for its model calls, and what they used. It lives in the thread that opened it. The key is a
 * secret: it belongs into no log, receipt, error or command line.
 */
export interface GatewayAccount {
  /** The key. It is valid only below the path of the account, and until `close` is called. */
  readonly token: string;
  /** The cost of the calls that have ended, as far as their prices are known. */
  readonly spentUsd: () => number;
  /** What was metered so far. The receipts of the last calls may be missing. */
  readonly metered: () => ModelCallsRecord;
  /** How many calls are under way. */
  readonly openCalls: () => number;
  /** Called after each call whose cost is known, with the cost of all calls so far. */
  onSpent: ((usd: number) => void) | undefined;
  /**
   * Refuses further calls, ends those under way, waits until every call's receipt is durable, and returns what was metered.
   * Receipts that the ledger cannot write within 30 s are counted as omitted. Every call returns the same promise.
   */
  close(): Promise<ModelCallsRecord>;
}
