import { z } from "zod";
import { Count, Sha256 } from "../../scalars.ts";

/**
 * All events of a run. `trace` of the receipt holds the first `kept` of them; the store holds every one until its retention
 * ends.
 */
export const TraceRecord = z
  .looseObject({
    events: Count,
    kept: Count,
    /** SHA-256 over the canonical JSON of every event in order, each followed by a line feed. */
    sha256: Sha256,
  })
  .meta({ id: "TraceRecord" });
export type TraceRecord = z.infer<typeof TraceRecord>;
