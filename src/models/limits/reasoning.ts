/** What is accepted of thinking and effort. */
export interface ReasoningLimits {
  /** Whether the model thinks where the request says nothing. */
  readonly byDefault?: boolean;
  /** The forms of thinking that are accepted; absent where any is. */
  readonly modes?: readonly ("off" | "adaptive" | "budget")[];
  /** The words for effort, the least first; empty where none is accepted. */
  readonly efforts?: readonly string[];
  /** The least and the greatest budget in tokens. */
  readonly budget?: { readonly min: number; readonly max?: number };
}
