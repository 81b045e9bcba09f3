import { z } from "zod";
import { Count } from "../scalars.ts";

/**
 * Says that the wall clock stepped back during a run. Recorded times never go back: a time that was read after the step is
 * replaced by the latest time that was recorded before it.
 */
export const ClockRecord = z
  .looseObject({
    clamped: z.literal(true),
    /** The longest distance by which the clock was behind a recorded time. */
    stepped_back_ms: Count,
  })
  .meta({ id: "ClockRecord" });
export type ClockRecord = z.infer<typeof ClockRecord>;

/**
 * The record of a clock that was `steppedBackMs` behind; undefined if it was not behind.
 *
 * @example
 * import { clockRecord } from "agent-backplane/contract";
 * const clock = clockRecord(1500); // The clock was set back by 1.5 seconds.
 */
export function clockRecord(steppedBackMs: number): ClockRecord | undefined {
  return steppedBackMs > 0 ? { clamped: true, stepped_back_ms: Math.ceil(steppedBackMs) } : undefined;
}
