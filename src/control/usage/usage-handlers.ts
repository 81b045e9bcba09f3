import { readNames } from "../access/chosen-names.ts";
import { scopeOf } from "../access/record-scope.ts";
import type { HandlersOf } from "../control-request.ts";
import type { Owned } from "../rights.ts";

/** What usage can be divided by. */
export const usageNames = ["hour", "day", "tenant", "key", "engine", "model", "run"] as const;
export type UsageName = (typeof usageNames)[number];

/** What was used in one part. Money is in whole nano-dollars. */
export interface UsageSum {
  /** The value of each name that was asked for; null if a call has none. */
  readonly by: Readonly<Partial<Record<UsageName, string | null>>>;
  readonly calls: number;
  readonly failed: number;
  readonly losses: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedCalls: number;
}

/** Which calls are added up, and by what. */
export interface UsageQuestion extends Partial<Owned> {
  readonly by: readonly UsageName[];
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Adds up what was used. */
export interface UsageReader {
  sum(question: UsageQuestion): Promise<readonly UsageSum[]>;
}

/** What was used, by time and by what used it. */
export function openUsageHandlers({
  usage,
}: {
  readonly usage?: UsageReader | undefined;
}): HandlersOf<"get_usage"> {
  return {
    get_usage: async ({ caller, query }) => {
      const scope = scopeOf(caller, query.tenant);
      if (scope === undefined || usage === undefined) return { items: [] };
      const by = [...new Set(readNames(query.by, usageNames, "by"))];
      const rows = await usage.sum({
        ...scope,
        by,
        since: instant(query.since),
        until: instant(query.until),
      });
      return { items: rows.map(usageRow) };
    },
  };
}

function usageRow(sum: UsageSum) {
  return {
    by: sum.by as Record<string, string | null>,
    calls: sum.calls,
    failed: sum.failed,
    losses: sum.losses,
    input_tokens: sum.inputTokens,
    output_tokens: sum.outputTokens,
    cache_read_tokens: sum.cacheReadTokens,
    cache_write_tokens: sum.cacheWriteTokens,
    cost_nano_usd: sum.costNanoUsd,
    unpriced_calls: sum.unpricedCalls,
  };
}

function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
