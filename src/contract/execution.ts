import { z } from "zod";

/** Whether bytes pass untouched between one dialect's two ends, or are translated. */
export const ExecutionMode = z.enum(["passthrough", "mapped"]).meta({ id: "ExecutionMode" });
export type ExecutionMode = z.infer<typeof ExecutionMode>;

/** Whether an agent proposes a patch or changes the workspace itself. */
export const ExecutionLane = z.enum(["patch_first", "workspace_first"]).meta({ id: "ExecutionLane" });
export type ExecutionLane = z.infer<typeof ExecutionLane>;

/** How a run ended, as abp/v0.1 can say it; `termination` says it exactly. */
export const Outcome = z.enum(["complete", "partial", "failed"]).meta({ id: "Outcome" });
export type Outcome = z.infer<typeof Outcome>;

/** Whether a capability that is not native may be emulated. */
export const CompatibilityMode = z.enum(["strict", "best_effort"]).meta({ id: "CompatibilityMode" });
export type CompatibilityMode = z.infer<typeof CompatibilityMode>;
