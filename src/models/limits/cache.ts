/** What is accepted of hints for the prompt cache. */
export interface CacheLimits {
  /** Which parts of messages may carry a breakpoint: none, or those that the model did not write; absent if any may. */
  readonly breakpoints?: "rejected" | "of the prompt";
}
