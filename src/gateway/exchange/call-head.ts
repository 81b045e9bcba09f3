/** The head of a request. The body is read after the call was admitted. */
export interface CallHead {
  readonly method: string;
  /** Path and query, prefixes included. */
  readonly target: string;
  /** Names and values in turn, as on the wire. */
  readonly headers: readonly string[];
}
