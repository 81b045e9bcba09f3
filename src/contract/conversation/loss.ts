import { z } from "zod";

/**
 * What became of one field on its way to another dialect.
 * `mapped`: the target means the same. `emulated`: an emulator provides it.
 * `disclosed`: advisory, not expressible there, named. `refused`: a contract field that cannot be honoured.
 */
export const Disposition = z.enum(["mapped", "emulated", "disclosed", "refused"]).meta({ id: "Disposition" });
export type Disposition = z.infer<typeof Disposition>;

/** One JSON path and what became of it. */
export const LossEntry = z
  .looseObject({
    path: z.string(),
    disposition: Disposition,
    reason: z.string(),
    feature: z.string().optional(),
    emulator: z.string().optional(),
    /** The rule of the target's API or model that made the change. */
    rule: z.string().optional(),
    code: z.string().optional(),
  })
  .meta({ id: "LossEntry" });
export type LossEntry = z.infer<typeof LossEntry>;

/** The account of one translation: every path that was not carried over as it stood. */
export const LossReport = z
  .looseObject({
    from: z.string(),
    to: z.string(),
    direction: z.enum(["request", "response", "stream", "error"]),
    entries: z.array(LossEntry),
  })
  .meta({ id: "LossReport", title: "LossReport" });
export type LossReport = z.infer<typeof LossReport>;
