import { z } from "zod";
import { Count } from "../../scalars.ts";

/** What the supervisor saw of a sidecar besides its events. */
export const SidecarRecord = z
  .looseObject({
    /** The version that its `hello` named. */
    contract_version: z.string().optional(),
    /** The end of its standard error, at most 64 KiB, with secrets removed. */
    stderr_tail: z.string().optional(),
    stderr_bytes: Count.optional(),
    /** The bytes of standard error that the tail does not hold. */
    stderr_dropped_bytes: Count.optional(),
    stdout_bytes: Count.optional(),
    /** Lines that are not JSON and were skipped, because the configuration tolerates them. */
    skipped_lines: Count.optional(),
    /** Breaches of the protocol that did not end the run, by kind, such as `second_final` or `wrong_ref_id`. */
    violations: z.record(z.string(), Count).optional(),
    /** The bytes of an incomplete last line in hexadecimal, at most 1 KiB. */
    incomplete_line_hex: z.string().optional(),
  })
  .meta({ id: "SidecarRecord" });
export type SidecarRecord = z.infer<typeof SidecarRecord>;
