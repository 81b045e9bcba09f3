import { z } from "zod";

/** The earlier run whose conversation this one continues. */
export const Resume = z
  .looseObject({
    /** The earlier run of the backplane. */
    run_id: z.string(),
    /** The agent's own name of the conversation, as the earlier run reported it. */
    session: z.string(),
    /** Continues in a copy, so that the earlier conversation stays as it is. */
    fork: z.boolean().optional(),
  })
  .meta({ id: "Resume" });
export type Resume = z.infer<typeof Resume>;
