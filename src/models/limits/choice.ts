/** What is accepted of the choice among tools. */
export interface ChoiceLimits {
  /** Whether a call can be forced: always, never, or only while the model does not think. */
  readonly forced?: "always" | "never" | "without thinking";
}
