import type { Endpoint } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";

/** One engine that a call may be sent to, and the model to request from it. */
export interface Target {
  readonly engine: Engine;
  /** The model that replaces the caller's; undefined if the caller's own is requested. */
  readonly model: string | undefined;
  /** Whether the caller's own vendor key was meant for this engine. */
  readonly getsCallerKey: boolean;
}

/** What of a call decides by which API of a vendor it is served. */
export interface ServedCall {
  readonly model: string | undefined;
  readonly admission: { readonly recognised: { readonly endpoint: Pick<Endpoint, "operation"> } };
}

/** The target at the API of its vendor that serves the model. */
export function servedTarget(target: Target, { model, admission }: ServedCall): Target {
  const { engine } = target;
  if (engine.servedBy === undefined || admission.recognised.endpoint.operation !== "generate") return target;
  const served = engine.servedBy(target.model ?? (model || (engine.defaultModel ?? "")));
  return served === engine ? target : { ...target, engine: served };
}
