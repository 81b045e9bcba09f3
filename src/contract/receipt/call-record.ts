import { z } from "zod";
import { Count } from "../scalars.ts";

/** One model call through the gateway, as the gateway saw it. */
export const CallRecord = z
  .looseObject({
    operation: z.string(),
    /** The dialect of the caller and of the engine. */
    dialect: z.string(),
    engine: z.string(),
    engine_dialect: z.string(),
    /** The model as the caller named it, as the engine was asked for it, and as the engine named itself. */
    model: z.string().nullable(),
    upstream_model: z.string().nullable().optional(),
    reported_model: z.string().nullable().optional(),
    stream: z.boolean(),
    /** The status that the caller got. */
    status: z.int().nullable(),
    /** The name of the caller's key. */
    caller: z.string(),
    parent_run: z.string().optional(),
    first_byte_ms: Count.optional(),
    /** Engines that were tried before and failed; only where a fallback was configured. */
    fallback_from: z.array(z.looseObject({ engine: z.string(), code: z.string() })).optional(),
    simulated: z.boolean().optional(),
  })
  .meta({ id: "CallRecord" });
export type CallRecord = z.infer<typeof CallRecord>;
