import { z } from "zod";
import { Count, FreeObject, NullableText } from "../scalars.ts";

/** Model, vendor options, environment and limits of one run. */
export const RuntimeConfig = z
  .looseObject({
    model: NullableText,
    vendor: FreeObject,
    env: z.record(z.string(), z.string()),
    max_budget_usd: z.number().nullish().default(null),
    max_turns: Count.max(0xffff_ffff).nullish().default(null),
  })
  .meta({ id: "RuntimeConfig" });
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;
