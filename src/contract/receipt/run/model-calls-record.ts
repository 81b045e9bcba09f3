import { z } from "zod";
import { Count, Sha256 } from "../../scalars.ts";
import { Usage } from "../usage.ts";

/** The model calls of a run that went through our gateway, as the gateway metered them. */
export const ModelCallsRecord = z
  .looseObject({
    calls: Count,
    /** Calls that the gateway refused. They are part of `calls`. */
    refused: Count,
    /** The sum over all calls. The cost is null if the price of a call is not known. */
    usage: Usage,
    /** Each model that was asked for, with the name that the engine was asked for and the one that it answered with. */
    models: z.array(
      z.looseObject({
        engine: z.string(),
        requested: z.string().nullable(),
        upstream: z.string().nullable(),
        reported: z.string().nullable(),
        calls: Count,
        /** The sum over the calls of this model. */
        usage: Usage.optional(),
      }),
    ),
    /** Calls of further models, which are not named. */
    models_omitted: Count.optional(),
    /** The receipts of the calls in the same log, at most 1,000. */
    receipts: z.array(z.looseObject({ run_id: z.string(), sha256: Sha256 })),
    receipts_omitted: Count.optional(),
    /** What the agent reported, if it differs from what was metered. */
    mismatch: z
      .array(z.looseObject({ member: z.string(), reported: z.number(), metered: z.number() }))
      .optional(),
  })
  .meta({ id: "ModelCallsRecord" });
export type ModelCallsRecord = z.infer<typeof ModelCallsRecord>;
