import { z } from "zod";
import { Count } from "../scalars.ts";

/** Limits of one run besides turns, budget and time. A run that reaches one ends, and its receipt names it. */
export const RunLimits = z
  .looseObject({
    /** How long a run may go on without an event. */
    idle_ms: Count.optional(),
    /** The bytes that a sidecar may write to its standard output in one run. */
    output_bytes: Count.optional(),
    /** The most processes and threads at the same time. It can only be tighter than the configuration. */
    processes: Count.optional(),
    /** The most memory of all processes together. It can only be tighter than the configuration. */
    memory_bytes: Count.optional(),
    /** The most bytes that the run may write to its workspace and its home. It can only be tighter than the configuration. */
    written_bytes: Count.optional(),
  })
  .meta({ id: "RunLimits" });
export type RunLimits = z.infer<typeof RunLimits>;
