import { z } from "zod";

/** The budget of a run in USD, and the cost that it was compared with: the larger of the two below. */
export const BudgetRecord = z
  .looseObject({
    limit_usd: z.number(),
    /** The highest total that the backend stated. It is its claim. */
    reported_usd: z.number(),
    /** The cost of the model calls that went through our gateway; null if none was metered. */
    metered_usd: z.number().nullable(),
  })
  .meta({ id: "BudgetRecord" });
export type BudgetRecord = z.infer<typeof BudgetRecord>;
