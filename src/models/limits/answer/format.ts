/** What is accepted of the form of an answer. */
export interface FormatLimits {
  /** Whether an answer by JSON Schema is accepted. */
  readonly schema?: boolean;
  /** What the schema of an answer must be at its root; absent if it may be anything. */
  readonly root?: "object";
  /** Set if an answer is held to its schema only if the request says `strict`. */
  readonly enforced?: "if strict";
  /** What becomes of a schema that refers to itself: an error, or a schema that is open from some depth on. */
  readonly recursion?: "rejected" | "unfolded";
  /** Whether JSON is accepted beside function tools. */
  readonly withTools?: boolean;
  /** The words for verbosity. */
  readonly verbosities?: readonly string[];
  /** Where JSON without a schema needs the word "json": in the system prompt or a message, or in a message. */
  readonly jsonWord?: "anywhere" | "messages";
}
