/** What is accepted of messages and their pieces. */
export interface MessageLimits {
  /** Whether every call needs exactly one result, and every result a call. */
  readonly paired?: boolean;
  /** Sent as the signature of the first call of a step that has none, where a call without any is an error. */
  readonly callSignature?: string;
}
