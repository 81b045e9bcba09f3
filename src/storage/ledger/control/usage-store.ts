/** What usage can be divided by. */
export type UsageName = "hour" | "day" | "tenant" | "key" | "engine" | "model" | "run";

/** What model calls used. Money is in whole nano-dollars. */
export interface UsageSum {
  /**
   * The value of each name that was asked for; null if a call has none. An hour is the time at which it begins, a day its date,
   * both in UTC. The model is the one that the engine was asked for, and the run is that of which the call was a part.
   */
  readonly by: Readonly<Partial<Record<UsageName, string | null>>>;
  readonly calls: number;
  readonly failed: number;
  /** Calls of which something was not passed on as it was. */
  readonly losses: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** The sum of the known costs. */
  readonly costNanoUsd: number;
  /** Calls whose cost is not known. */
  readonly unpricedCalls: number;
}

/** Which calls are added up, and by what. */
export interface UsageQuestion {
  /** All tenants if it is absent. */
  readonly tenant?: string | undefined;
  /** As `Caller.owner` names it: calls of one key, or of all keys of the tenant. */
  readonly owner?: string | undefined;
  readonly by: readonly UsageName[];
  /** Calls that ended in the hour of this time or later. */
  readonly since?: Date | undefined;
  /** Calls of hours that begin before this time. */
  readonly until?: Date | undefined;
}

/**
 * Adds up the model calls in the logs. The sums of hours are kept, and are brought up to the end of the logs when they are asked
 * for: a call itself writes none.
 */
export interface UsageStore {
  /** In the order of the names that were asked for. Every call that had its receipt before the question is counted once. */
  sum(question: UsageQuestion): Promise<readonly UsageSum[]>;
}
