/** The call behind an answer, as the sink sees it. */
export interface AnswerSource {
  /** Continues after a pause. */
  resume(): void;
}

/** Headers that are sent behind the body; a sink without trailers drops them. */
export type Trailers = Readonly<Record<string, string>>;

/** Receives the answer to a call: a socket, an in-process stream, or a test. */
export interface ResponseSink {
  /** Called once, before anything else, with names and values in turn. */
  head(status: number, headers: readonly string[]): void;
  /** Returns false if the call must pause until the sink's owner calls `source.resume`. */
  write(chunk: Uint8Array | string): boolean;
  end(chunk?: Uint8Array | string, trailers?: Trailers): void;
  /** Breaks the answer off, so that the caller cannot take it for a complete one. */
  break(): void;
  /**
   * Set by the gateway. The sink's owner calls it when the caller can take more. It is an object and not a function,
   * because a closure per call doubled the work of the garbage collector.
   */
  source: AnswerSource | undefined;
}
