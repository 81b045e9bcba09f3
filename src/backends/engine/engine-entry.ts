/** A model of an engine, as `[backends.<name>]` describes it. */
export interface EngineEntry {
  readonly type: "engine";
  /** The engine that gets the calls, where the user names no other one. */
  readonly engine?: string | undefined;
  /** The model, where the order names none. */
  readonly model?: string | undefined;
  /** Instructions for the model, in place of our own. */
  readonly system?: string | undefined;
  /** The names of the tools that the model is offered; all of them without it. */
  readonly tools?: readonly string[] | undefined;
  /** How often a run asks the model. */
  readonly max_turns?: number | undefined;
  /** Names of our variables that commands get besides the usual ones. */
  readonly pass_env?: readonly string[] | undefined;
  /** Further variables, each as `NAME=value`. */
  readonly env?: readonly string[] | undefined;
  readonly memory_mb?: number | undefined;
  readonly processes?: number | undefined;
  /** Paths that commands may read inside the sandbox. */
  readonly read_only?: readonly string[] | undefined;
  readonly timeout_secs?: number | undefined;
  readonly idle_timeout_secs?: number | undefined;
  readonly priority?: number | undefined;
}
