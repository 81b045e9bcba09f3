/** What is accepted of the form of an answer. */
export interface FormatLimits {
  /** Whether an answer by JSON Schema is accepted. */
  readonly schema?: boolean;
  /** Whether JSON is accepted beside function tools. */
  readonly withTools?: boolean;
  /** The words for verbosity. */
  readonly verbosities?: readonly string[];
  /** Where JSON without a schema needs the word "json": in the system prompt or a message, or in a message. */
  readonly jsonWord?: "anywhere" | "messages";
}
