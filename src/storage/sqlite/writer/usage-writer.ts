import type { ControlEffect } from "../batch/control-write.ts";
import type { LazyStatements } from "./lazy-statements.ts";

// The progress of a tenant that has none yet begins with the first receipt.
const ADVANCE = `INSERT INTO usage_progress (tenant, size) SELECT ?1, ?3 WHERE ?2 = 0 OR EXISTS
  (SELECT 1 FROM usage_progress WHERE tenant = ?1)
  ON CONFLICT (tenant) DO UPDATE SET size = excluded.size WHERE size = ?2`;
const ADD = `INSERT INTO usage_hours (tenant, hour, key, engine, model, run, calls, failed, losses, input_tokens, output_tokens,
  cache_read_tokens, cache_write_tokens, cost_nano_usd, unpriced_calls) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (tenant, hour, key, engine, model, run) DO UPDATE SET calls = calls + excluded.calls,
  failed = failed + excluded.failed, losses = losses + excluded.losses, input_tokens = input_tokens + excluded.input_tokens,
  output_tokens = output_tokens + excluded.output_tokens,
  cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
  cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens,
  cost_nano_usd = cost_nano_usd + excluded.cost_nano_usd, unpriced_calls = unpriced_calls + excluded.unpriced_calls`;

/** Adds the sums of a slice of a log, unless another thread or process has added it. */
export function writeUsage(
  sql: LazyStatements,
  { tenant, from, to, sums }: Extract<ControlEffect, { effect: "add_usage" }>,
): boolean {
  if (sql.get(ADVANCE).run(tenant, from, to).changes === 0) return false;
  for (const sum of sums) {
    const what = [tenant, sum.hour, sum.key ?? "", sum.engine ?? "", sum.model ?? "", sum.run ?? ""];
    const tokens = [sum.inputTokens, sum.outputTokens, sum.cacheReadTokens, sum.cacheWriteTokens];
    sql
      .get(ADD)
      .run(...what, sum.calls, sum.failed, sum.losses, ...tokens, sum.costNanoUsd, sum.unpricedCalls);
  }
  return true;
}
