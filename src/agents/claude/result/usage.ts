import type { Usage } from "../../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";

/** Tokens as Claude Code counts them, and its own estimate of the cost. The parts of the input do not overlap. */
export interface Totals {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly costUsd: number;
}

const NOTHING: Totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

/**
 * Adds the figures of all models up. Sub-agents are counted here, and only here: the `usage` of a result is that of the main
 * conversation.
 */
export function sumModels(models: JsonValue | undefined): Totals {
  const rows = isJsonObject(models) ? Object.values(models).filter(isJsonObject) : [];
  return rows.reduce<Totals>(
    (sum, row) => ({
      input: sum.input + numberOf(row["inputTokens"]),
      output: sum.output + numberOf(row["outputTokens"]),
      cacheRead: sum.cacheRead + numberOf(row["cacheReadInputTokens"]),
      cacheWrite: sum.cacheWrite + numberOf(row["cacheCreationInputTokens"]),
      costUsd: sum.costUsd + numberOf(row["costUSD"]),
    }),
    NOTHING,
  );
}

/** Where the usage of a run begins, and how it is stated. */
export interface UsageBasis {
  /** What the conversation had used before the run. */
  readonly before: Totals;
  /**
   * Whether Claude Code's own estimate of the cost counts. It applies the prices of its vendor to any model, so it says nothing
   * if a gateway chooses the engine.
   */
  readonly hasVendorPrices: boolean;
}

/**
 * What a run used: the figures of its last result without those of the runs before it. A result that is smaller than these
 * began to count anew.
 */
export function usageOfRun(result: JsonObject, { before, hasVendorPrices }: UsageBasis): Partial<Usage> {
  const total = sumModels(result["modelUsage"]);
  const names = ["input", "output", "cacheRead", "cacheWrite"] as const;
  const includesBefore = names.every((name) => total[name] >= before[name]);
  const base = includesBefore ? before : NOTHING;
  const [cacheRead, cacheWrite] = [total.cacheRead - base.cacheRead, total.cacheWrite - base.cacheWrite];
  return {
    // The contract counts cached parts as input.
    input_tokens: total.input - base.input + cacheRead + cacheWrite,
    output_tokens: total.output - base.output,
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    ...(hasVendorPrices ? { estimated_cost_usd: Math.max(0, total.costUsd - base.costUsd) } : {}),
  };
}

/** The usage of one message of the Messages API in the words of the contract. */
export function contractUsage(usage: JsonObject): Partial<Usage> {
  const cacheRead = numberOf(usage["cache_read_input_tokens"]);
  const cacheWrite = numberOf(usage["cache_creation_input_tokens"]);
  const lifetimes = isJsonObject(usage["cache_creation"]) ? usage["cache_creation"] : {};
  const byLifetime = Object.entries(lifetimes).flatMap(([name, count]) => {
    const lifetime = /^ephemeral_(.+)_input_tokens$/.exec(name)?.[1];
    return lifetime === undefined ? [] : [[lifetime, numberOf(count)]];
  });
  return {
    input_tokens: numberOf(usage["input_tokens"]) + cacheRead + cacheWrite,
    output_tokens: numberOf(usage["output_tokens"]),
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    ...(byLifetime.length === 0 ? {} : { cache_write_tokens_by_lifetime: Object.fromEntries(byLifetime) }),
  };
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" && value >= 0 ? value : 0;
}
