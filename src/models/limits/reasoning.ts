/** What is accepted of thinking and effort. */
export interface ReasoningLimits {
  /** Whether the model can think at all. */
  readonly supported?: boolean;
  /** Whether the model thinks if the request says nothing. */
  readonly byDefault?: boolean;
  /** The forms of switching thinking that are accepted; absent if any is. */
  readonly modes?: readonly ("off" | "adaptive" | "budget")[];
  /** The words for effort, the least first; empty if none is accepted. */
  readonly efforts?: readonly string[];
  /** Whether effort says nothing of whether the model thinks. */
  readonly effortApart?: boolean;
  /** The greatest effort with which thinking may be off; absent if any is. */
  readonly offUpTo?: string;
  /** The least and the greatest budget in tokens. */
  readonly budget?: { readonly min: number; readonly max?: number };
  /** Whether the budget must be below the output limit. */
  readonly budgetBelowOutput?: boolean;
  /** Whether function tools are accepted while the model thinks. */
  readonly withTools?: boolean;
  /** Whether the last turn that called tools must begin with its thinking. */
  readonly opensToolTurns?: boolean;
}
