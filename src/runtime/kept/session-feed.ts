import type { OpenContext } from "../../backends/index.ts";

/** What a session takes from the run that its agent works for: it may be another one than at its start. */
export interface SessionFeed {
  run: Pick<OpenContext["sandbox"], "onDecision"> & Pick<OpenContext, "now">;
}
