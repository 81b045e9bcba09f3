/** What an agent says of a model that it called. */
export interface ModelFacts {
  /** Tokens that fit into one call. */
  readonly contextWindow?: number;
  /** The most tokens that the agent lets one call generate. */
  readonly maxOutputTokens?: number;
}
