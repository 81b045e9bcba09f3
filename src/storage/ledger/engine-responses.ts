/**
 * What is known of an id that an engine may keep a response under:
 *
 * - `own`: the engine gave it to one call of this owner, and to no other call.
 * - `repeated`: the engine gave it to a call of this owner, and to another call too.
 * - `foreign`: the engine gave it to calls of other owners only, of any tenant.
 * - `unknown`: no call with this id is recorded.
 */
export type EngineResponseStatus = "own" | "repeated" | "foreign" | "unknown";

/** The ids of responses that engines keep, as far as calls of this owner made them. */
export interface EngineResponses {
  /** Records an id beside the call that it was made by. Nobody waits for the write; `find` does. */
  record(engine: string, id: string, runId: string): void;
  /**
   * Finds what an id is at each engine that gave it out; an engine that is missing in the map never did. Waits for the
   * writes that are under way, in every thread of the process, unless `waits` is false.
   */
  find(
    id: string,
    options?: { readonly waits?: boolean },
  ): Promise<ReadonlyMap<string, EngineResponseStatus>>;
}
