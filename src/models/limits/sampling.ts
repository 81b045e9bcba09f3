/** What is accepted of one number. */
export type NumberLimit =
  | { readonly is: "range"; readonly min: number; readonly max: number }
  /** Any other value is an error. */
  | { readonly is: "only"; readonly value: number }
  /** Any value is an error. */
  | { readonly is: "rejected" }
  /** Accepted, and without effect. */
  | { readonly is: "ignored" };

/** What is accepted of the settings that choose the next token. */
export interface SamplingNumbers {
  readonly temperature?: NumberLimit;
  readonly topP?: NumberLimit;
  readonly topK?: NumberLimit;
  readonly frequencyPenalty?: NumberLimit;
  readonly presencePenalty?: NumberLimit;
  /** The number of answers. */
  readonly candidates?: NumberLimit;
  readonly logprobs?: "accepted" | "rejected";
  readonly logitBias?: "accepted" | "rejected";
}

export interface SamplingLimits extends SamplingNumbers {
  /** Whether a temperature and top-p together are an error. */
  readonly exclusive?: boolean;
  /** In place of the others while the model thinks. */
  readonly thinking?: SamplingNumbers;
}
