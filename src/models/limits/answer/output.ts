/** The limits of the number of tokens that may be generated. */
export interface OutputLimits {
  readonly min?: number;
  readonly max?: number;
  /** Sent if the request names none, because the API requires a limit; a thinking budget is added to it. */
  readonly assumed?: number;
  /** The only name of the field that the model takes, if its API has two. */
  readonly field?: "max_completion_tokens" | "max_tokens";
}
