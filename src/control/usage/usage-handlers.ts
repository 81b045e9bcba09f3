import type { Store, UsageSum } from "../../storage/index.ts";
import { readNames } from "../access/chosen-names.ts";
import { scopeOf } from "../access/record-scope.ts";
import type { HandlersOf } from "../control-request.ts";

const usageNames = ["hour", "day", "tenant", "key", "engine", "model", "run"] as const;

/** What the sums are asked of. */
export interface UsageContext {
  readonly store: Pick<Store, "usage">;
}

/** What was used, by time and by what used it. */
export function openUsageHandlers({ store }: UsageContext): HandlersOf<"get_usage"> {
  return {
    get_usage: async ({ caller, query }) => {
      const scope = scopeOf(caller, query.tenant);
      if (scope === undefined) return { items: [] };
      const by = [...new Set(readNames(query.by, usageNames, "by"))];
      const rows = await store.usage.sum({
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
