/** A question of an agent to the person who started its run. */
export interface UserQuestion {
  readonly runId: string;
  readonly backend: string;
  /** In the agent's own words. */
  readonly text: string;
}

/** The person who started a run. */
export interface User {
  /** Undefined if there is no answer. `signal` aborts when an answer is no longer needed. */
  answer(question: UserQuestion, signal: AbortSignal): Promise<string | undefined>;
}
