/** What is accepted of messages and their pieces. */
export interface MessageLimits {
  /** Whose messages must hold something: `all`, or only those of the model. */
  readonly blank?: "all" | "answers";
  /** Set if an empty result of a tool is an error. */
  readonly blankResults?: "rejected";
  /** Whose the first message must be: the user's, or anybody's if only a list without messages is an error. */
  readonly first?: "user" | "any";
  /** Whether every call needs exactly one result, and every result a call. */
  readonly paired?: boolean;
  /** Sent as the signature of the first call of a step that has none, if a call without any is an error. */
  readonly callSignature?: string;
  /** Set if thinking as plain text in the history is an error. */
  readonly thinkingText?: "rejected";
}
