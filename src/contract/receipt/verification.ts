import { z } from "zod";
import { NullableText } from "../scalars.ts";

/** The state of the workspace after the run. */
export const VerificationReport = z
  .looseObject({ git_diff: NullableText, git_status: NullableText, harness_ok: z.boolean() })
  .meta({ id: "VerificationReport" });
export type VerificationReport = z.infer<typeof VerificationReport>;
