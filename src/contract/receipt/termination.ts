import { z } from "zod";

/** Why a run stopped; abp/v0.1 has only complete, partial and failed for it. */
export const Termination = z
  .looseObject({
    reason: z.enum(["completed", "failed", "refused", "cancelled", "timed_out", "interrupted"]),
    code: z.string().optional(),
    message: z.string().optional(),
    /** The place that the error is about, such as `$.tools[0]` of a refused request. */
    where: z.string().optional(),
  })
  .meta({ id: "Termination" });
export type Termination = z.infer<typeof Termination>;
