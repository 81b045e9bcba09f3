/** What is accepted of the form of an answer. */
export interface FormatLimits {
  /** Whether an answer by JSON Schema is accepted. */
  readonly schema?: boolean;
  /** Whether it is accepted beside function tools. */
  readonly withTools?: boolean;
  /** The words for verbosity. */
  readonly verbosities?: readonly string[];
  /** Whether JSON without a schema needs the word "json" in a message. */
  readonly jsonNeedsWord?: boolean;
}
