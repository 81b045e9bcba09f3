/** What is accepted of the choice among tools. */
export interface ChoiceLimits {
  /** Whether any call can be forced: always, never, or only while the model does not think. */
  readonly forced?: "always" | "never" | "without thinking";
  /** The same for one tool by its name, if that differs. */
  readonly named?: "always" | "never" | "without thinking";
  /** Whether calls at the same time can be switched off. */
  readonly parallel?: boolean;
  /** Set if a choice, or the switch for parallel calls, is an error without tools. */
  readonly withoutTools?: "rejected";
}
