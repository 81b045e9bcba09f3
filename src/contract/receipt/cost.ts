import { z } from "zod";

/** The cost of the run, and how reliable the figure is. */
export const Cost = z
  .looseObject({
    usd: z.number().nonnegative(),
    /** The same sum in whole nano-dollars, so that sums of many costs are exact. */
    nano_usd: z.int().nonnegative().optional(),
    estimated: z.boolean(),
    /** The price entry that was applied, since price lists match by prefix. */
    priced_as: z.string().optional(),
    lines: z
      .array(
        z.looseObject({
          item: z.string(),
          quantity: z.number().nonnegative(),
          usd: z.number().nonnegative(),
        }),
      )
      .optional(),
  })
  .meta({ id: "Cost" });
export type Cost = z.infer<typeof Cost>;

/**
 * Rounds an amount of dollars to whole nano-dollars, the unit in which costs are added up.
 *
 * @example
 * import { nanoUsd } from "agent-backplane/contract";
 * const budget = nanoUsd(0.25); // 250_000_000
 */
export function nanoUsd(usd: number): number {
  return Math.round(usd * 1e9);
}
