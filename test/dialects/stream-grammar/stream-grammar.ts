/** A place where a stream breaks its dialect's grammar. */
export interface GrammarFault {
  readonly index: number;
  readonly message: string;
}

/** Checks the order and shape of a dialect's stream events. */
export interface StreamGrammar {
  push(data: string, event: string | undefined): void;
  /** Every fault, once the stream has ended. */
  end(): readonly GrammarFault[];
}
