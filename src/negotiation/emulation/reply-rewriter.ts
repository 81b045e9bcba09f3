import type { Reply, StreamEvent } from "../../contract/index.ts";

/** Rewrites a streamed reply event by event. It buffers as little as possible. */
export interface StreamRewriter {
  /** Takes one event and returns the events to send now. */
  push(event: StreamEvent): readonly StreamEvent[];
  /** Returns the buffered events. Called once, also when the stream breaks off. */
  end(): readonly StreamEvent[];
  /** Problems found so far. */
  readonly warnings: readonly string[];
}

/** A rewritten reply, and the problems found in it. */
export interface RewrittenReply {
  readonly reply: Reply;
  readonly warnings: readonly string[];
}

/** Chains rewriters: each reads the output of the one before it. */
export function chainRewriters(rewriters: readonly StreamRewriter[]): StreamRewriter {
  const feed = (events: readonly StreamEvent[], from: number): readonly StreamEvent[] =>
    rewriters
      .slice(from)
      .reduce<readonly StreamEvent[]>(
        (flow, rewriter) => flow.flatMap((event) => rewriter.push(event)),
        events,
      );
  return {
    push: (event) => feed([event], 0),
    end: () => rewriters.flatMap((rewriter, index) => feed(rewriter.end(), index + 1)),
    get warnings() {
      return rewriters.flatMap((rewriter) => rewriter.warnings);
    },
  };
}
