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
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;
