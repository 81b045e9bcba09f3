import { z } from "zod";
import { Count } from "../../scalars.ts";

/** A command that checked the result of a run, in the workspace of the run after the agent had ended. */
export const CheckRecord = z
  .looseObject({
    command: z.string(),
    exit_code: z.int().nullable(),
    signal: z.string().nullable().optional(),
    timed_out: z.boolean().optional(),
    duration_ms: Count,
    /** The end of its output, at most 16 KiB, with secrets removed. */
    output_tail: z.string(),
  })
  .meta({ id: "CheckRecord" });
export type CheckRecord = z.infer<typeof CheckRecord>;
