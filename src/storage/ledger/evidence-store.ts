/** What an engine's error taught about one of its models. */
export interface Evidence {
  readonly engine: string;
  readonly model: string;
  /** The id of the error that was recognised. */
  readonly pattern: string;
  /** What the error names: a field, a number or a list of words. */
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly learnedAt: number;
}

/** The most evidence that a tenant keeps; the oldest goes first. */
export const MAX_EVIDENCE = 200;

/** The evidence of one tenant. All its keys share it, and no other tenant. */
export interface EvidenceStore {
  /** Keeps evidence in place of an older one of the same pattern and value. Nobody waits for the write. */
  learn(evidence: Evidence): void;
  /**
   * The evidence about a model of an engine that was learned after a time, the oldest first. Another thread or process sees
   * new evidence after some seconds.
   */
  find(engine: string, model: string, after: number): readonly Evidence[];
  /** All evidence that was learned after a time, the oldest first. */
  list(after: number): readonly Evidence[];
}
