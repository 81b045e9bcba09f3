import type { Agent } from "../../../agents/index.ts";
import type { BackendFacts } from "../../../backends/index.ts";
import type { AbpError } from "../../../contract/index.ts";

/** One backend with its answer, or why there is none. */
export type BackendState = BackendEntry & BackendAnswer;

export interface BackendEntry {
  readonly name: string;
  readonly type: string;
  /** The real agent that it drives; undefined for other backends. */
  readonly agent?: Agent | undefined;
}

export type BackendAnswer =
  | { readonly state: "ready"; readonly facts: BackendFacts }
  /** Its agent is not on this machine, so it was not started. */
  | { readonly state: "not_installed"; readonly error: AbpError }
  | { readonly state: "failed"; readonly error: AbpError };
