import type { Members } from "../members/members.ts";

/** Builds a whole answer out of the events of its stream. */
export interface StreamCollector {
  push(event: Members): void;
  /** The answer, once its last event was pushed. */
  answer(): unknown;
}

/** How a dialect lets a call continue a conversation by the id of its last answer, and send only what is new. */
export interface ThreadCodec {
  /** The members of a request that `read` reads. */
  readonly members: readonly string[];
  /** What a request asks for: a new thread, or the continuation of one. Throws `validation_failed`. */
  read(request: Members): { readonly previousId: string | undefined } | undefined;
  /** The request with the earlier turns put in, without its mention of the thread. `state` is undefined for a new thread. */
  expand(request: Members, state: unknown): Members;
  /** What is kept of an expanded request and its answer. */
  stateOf(request: Members, answer: unknown): unknown;
  idOf(answer: unknown): string | undefined;
  openCollector(): StreamCollector;
  /** The vendor's code for a thread that does not exist. */
  readonly notFound: string;
}
