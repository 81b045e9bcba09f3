import type { Engine } from "../../engines/index.ts";

/** One engine that a call may be sent to, and the model to request from it. */
export interface Target {
  readonly engine: Engine;
  /** The model that replaces the caller's; undefined where the caller's own is requested. */
  readonly model: string | undefined;
  /** Whether the caller's own vendor key was meant for this engine. */
  readonly getsCallerKey: boolean;
}
