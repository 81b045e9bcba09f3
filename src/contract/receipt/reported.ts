import { z } from "zod";
import { FreeJson } from "../scalars.ts";
import { Usage } from "./usage.ts";

/** Statements of a sidecar or engine about itself. They are its claims, not our findings. */
export const Reported = z
  .looseObject({
    by: z.string(),
    receipt_sha256: z.string().nullable().optional(),
    outcome: z.string().optional(),
    /** Why it could not go on, and its code for that, if it said so in a `fatal`. */
    error: z.string().optional(),
    error_code: z.string().optional(),
    usage: Usage.optional(),
    usage_raw: FreeJson.optional(),
    /** The agent's own name of the conversation, by which a later run continues it. */
    session: z.string().optional(),
    /** The answer to `output_schema`. */
    structured_output: FreeJson.optional(),
  })
  .meta({ id: "Reported" });
export type Reported = z.infer<typeof Reported>;
