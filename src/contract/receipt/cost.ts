import { z } from "zod";

/** The cost of the run, and how reliable the figure is. */
export const Cost = z
  .looseObject({
    usd: z.number().nonnegative(),
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
