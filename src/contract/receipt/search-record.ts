import { z } from "zod";
import { Count, Sha256 } from "../scalars.ts";
import { Usage } from "./usage.ts";

/** One web search that the gateway ran for a model. What was asked and found stays out of the receipt. */
export const SearchRecord = z
  .looseObject({
    /** The service that was asked, or the engine if it searches in rounds of its own. */
    provider: z.string(),
    query_sha256: Sha256,
    /** The digests of the addresses that the model was given, in their order. */
    result_sha256: z.array(Sha256),
    cost_usd: z.number().nonnegative(),
    /** Why it gave no results, in the words that the caller got. */
    error: z.string().optional(),
  })
  .meta({ id: "SearchRecord" });
export type SearchRecord = z.infer<typeof SearchRecord>;

const Digest = z.looseObject({ sha256: Sha256, bytes: Count });

/** One of the calls of an engine that together answer one call of the caller. */
export const UpstreamCallRecord = z
  .looseObject({ request: Digest, response: Digest.optional(), usage: Usage.optional() })
  .meta({ id: "UpstreamCallRecord" });
export type UpstreamCallRecord = z.infer<typeof UpstreamCallRecord>;
