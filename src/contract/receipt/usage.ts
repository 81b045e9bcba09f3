import { z } from "zod";
import { Count } from "../scalars.ts";

const MaybeCount = Count.nullish().default(null);

/** Consumption in the units that all vendors share. */
export const Usage = z
  .looseObject({
    input_tokens: MaybeCount,
    output_tokens: MaybeCount,
    cache_read_tokens: MaybeCount,
    cache_write_tokens: MaybeCount,
    request_units: MaybeCount,
    estimated_cost_usd: z.number().nullish().default(null),
    /** Calls of tools that the vendor ran, by tool, in the unit that it bills. */
    server_tools: z.record(z.string(), Count).optional(),
    /** The part of the output that was spent on reasoning. */
    reasoning_tokens: Count.optional(),
    /** The tokens that were written to a cache, by how long they are kept, such as `5m` and `1h`. */
    cache_write_tokens_by_lifetime: z.record(z.string(), Count).optional(),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

/**
 * Adds what was used. A count that one side does not know is that of the other side.
 *
 * @example
 * import { addUsage } from "agent-backplane/contract";
 * const sum = addUsage({ input_tokens: 10 }, { input_tokens: 5 });
 */
export function addUsage<Counts extends Partial<Usage>>(first: Counts, next: Counts): Counts {
  const sum: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(next)) {
    const before = sum[name];
    if (typeof value === "number") sum[name] = typeof before === "number" ? addTo(before, value) : value;
    else if (isTable(value)) sum[name] = addUsage(isTable(before) ? before : {}, value);
    else sum[name] ??= value;
  }
  return sum as Counts;
}

/** Counts are whole, and costs are rounded to 1e-12, so that the errors of binary fractions do not add up. */
function addTo(first: number, next: number): number {
  const sum = first + next;
  return Number.isInteger(sum) ? sum : Math.round(sum * 1e12) / 1e12;
}

function isTable(value: unknown): value is Record<string, never> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
