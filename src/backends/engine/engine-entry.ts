import type { ProgramEntry } from "../program-entry.ts";

/** A model of an engine, as `[backends.<name>]` describes it. Its program is the loop around the model. */
export interface EngineEntry extends ProgramEntry {
  readonly type: "engine";
  /** The engine that gets the calls, if the user names no other one. */
  readonly engine?: string | undefined;
  /** The model, if the order names none. */
  readonly model?: string | undefined;
  /** Instructions for the model, in place of our own. */
  readonly system?: string | undefined;
  /** The names of the tools that the model is offered; all of them without it. */
  readonly tools?: readonly string[] | undefined;
  /** How often a run asks the model. */
  readonly max_turns?: number | undefined;
}
