import type { SearchRecord, SearchUnit } from "../../contract/index.ts";

/** What came of one call of our search function. */
export interface SearchOutcome {
  /** The text that the model gets. */
  readonly text: string;
  readonly isError: boolean;
  /** What the caller sees, without its id; undefined if nothing was searched. */
  readonly unit?: Omit<SearchUnit, "id">;
  /** Whether a search was made, successful or not. */
  readonly wasMade: boolean;
  /** Set if the gateway paid for it. */
  readonly record?: SearchRecord;
  /** Whether the model goes in circles and must answer now. */
  readonly endsLoop?: boolean;
}

/** Runs the searches of one call. */
export interface SearchRunner {
  /** The most searches of the call. */
  readonly limit: number;
  /** Runs one search. `input` are the arguments as the model wrote them. Never rejects: a failure is an outcome. */
  run(input: string, signal: AbortSignal): Promise<SearchOutcome>;
}
