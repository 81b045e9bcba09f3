import type { Engine } from "../../engines/index.ts";
import type { BackgroundWorker } from "../background/background-calls.ts";

/** What changes how a call is served. */
export interface CallOptions {
  /** Overrides the route. */
  readonly engine?: Engine;
  /** Takes over requests that are to be answered at once and worked on afterwards. */
  readonly background?: BackgroundWorker;
  /** The tools whose offer was approved before the call was taken into the background. */
  readonly approved?: ReadonlySet<string> | undefined;
  /**
   * Settles when the answer is stored, or cannot be. The receipt of an answer that ended is written after that, so that a
   * response without its end belongs to a run without its receipt.
   */
  readonly stored?: Promise<void>;
}
