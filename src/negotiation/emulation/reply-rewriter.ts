import type { Reply, StreamEvent } from "../../contract/index.ts";

/** Rewrites a streamed reply event by event; it holds back no more than it must. */
export interface StreamRewriter {
  /** The events to send for one that came. */
  push(event: StreamEvent): readonly StreamEvent[];
  /** What is still held back when the stream ends, however it ends. */
  end(): readonly StreamEvent[];
  /** What could not be honoured so far. */
  readonly warnings: readonly string[];
}

/** A reply after an emulator has worked on it. */
export interface RewrittenReply {
  readonly reply: Reply;
  readonly warnings: readonly string[];
}

/** Joins rewriters into one that applies them in order. */
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
