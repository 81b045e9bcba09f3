import type { Config } from "../../config/index.ts";
import type { ControlContext } from "../context.ts";
import type { WorkGate } from "../work-gate.ts";

/** What the handlers of runs need. */
export interface RunContext extends Pick<ControlContext, "desk" | "now" | "random"> {
  readonly store: Pick<ControlContext["store"], "runs" | "ledger">;
  readonly gateway: Pick<ControlContext["gateway"], "callers">;
  readonly config: Pick<Config, "runs" | "receipts">;
  /** Undefined if the daemon runs no work orders. */
  readonly gate?: WorkGate | undefined;
}
