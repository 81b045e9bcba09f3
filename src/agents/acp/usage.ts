import type { Usage } from "../../contract/index.ts";
import type { JsonObject } from "../../lib/index.ts";
import { isJsonObject } from "../host/agent-line.ts";

/** Reads the usage of one prompt from its result. Undefined if the agent does not say it. */
export type UsageReader = (result: JsonObject) => Partial<Usage> | undefined;

const names = {
  inputTokens: "input_tokens",
  outputTokens: "output_tokens",
  cachedReadTokens: "cache_read_tokens",
  cachedWriteTokens: "cache_write_tokens",
} as const;

/**
 * What the figures of a result are about: the prompt alone, or all prompts of the process. If that is not known, only the first
 * prompt of a process can be known.
 */
export type UsageScope = "prompt" | "process" | "unknown";

/** What one prompt used, from figures of all prompts. Figures that are smaller than those before began anew. */
export function usageOfPrompt(total: Partial<Usage>, before: Partial<Usage>): Partial<Usage> {
  const counts = Object.values(names).map((name) => [name, total[name], before[name] ?? 0] as const);
  if (counts.some(([, sum, earlier]) => (sum ?? 0) < earlier)) return total;
  const used = counts.flatMap(([name, sum, earlier]) => (sum == null ? [] : [[name, sum - earlier]]));
  return { ...total, ...Object.fromEntries(used) };
}

/** The protocol's own place for usage: `usage` of the result. */
export const readResultUsage: UsageReader = ({ usage }) => {
  if (!isJsonObject(usage)) return undefined;
  const counts = Object.entries(names).flatMap(([theirs, ours]) =>
    isCount(usage[theirs]) ? [[ours, usage[theirs]]] : [],
  );
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
};

/** For an agent whose figures are not those of the whole prompt. */
export const noUsage: UsageReader = () => undefined;

/** Whether a value can be a number of tokens. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
