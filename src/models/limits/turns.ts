/** What is accepted of the order of turns. */
export interface TurnLimits {
  /** Whether the last message may be the assistant's. */
  readonly prefill?: boolean;
  /** Whether the model goes on with such a message, if it is to; otherwise it answers it. */
  readonly continues?: boolean;
  /** Whether a system message may follow a turn. */
  readonly systemMidway?: boolean;
}
