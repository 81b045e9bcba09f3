import { z } from "zod";
import { Count, Sha256 } from "../scalars.ts";

/** A tool that the answer calls. What it is called with stays out of the receipt. */
export const ToolCallRecord = z
  .looseObject({
    name: z.string(),
    id: z.string().optional(),
    /**
     * SHA-256 of the arguments as canonical JSON (RFC 8785); of their text if that is no JSON. Absent if they were
     * not seen whole.
     */
    arguments_sha256: Sha256.optional(),
  })
  .meta({ id: "ToolCallRecord" });
export type ToolCallRecord = z.infer<typeof ToolCallRecord>;

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
    /** The number of events of the engine's stream; absent if the answer was no stream. */
    events: Count.optional(),
    /** Engines that were tried before and failed; only if a fallback was configured. */
    fallback_from: z.array(z.looseObject({ engine: z.string(), code: z.string() })).optional(),
    simulated: z.boolean().optional(),
    /** The tools that the answer calls, in its order; absent if none was seen. */
    tool_calls: z.array(ToolCallRecord).optional(),
    /** The number of calls that `tool_calls` does not hold. */
    tool_calls_omitted: Count.optional(),
  })
  .meta({ id: "CallRecord" });
export type CallRecord = z.infer<typeof CallRecord>;
