/** One entry of a stream. */
export interface StreamItem {
  /** The position behind the entry. A follower that names it goes on with the next one. */
  readonly cursor: string;
  /** The entry as JSON, without line breaks. */
  readonly text: string;
}

/** What a stream holds behind a position. */
export interface StreamPage {
  readonly items: readonly StreamItem[];
  /** The position behind the page. It may lie behind the last item, if what follows is not for this reader. */
  readonly cursor: string;
  /** Set if nothing can follow: members for the last message of a stream. */
  readonly end?: Readonly<Record<string, unknown>> | undefined;
}

/** Something durable that grows at its end. */
export interface StreamSource {
  /** The items behind a position, the oldest first, and not more than some 256 KiB of them. Without items there are none now. */
  read(after: string): Promise<StreamPage>;
}

/** The most bytes that a page of a source should have. */
export const MAX_PAGE_BYTES = 256 * 1024;

/** Why a stream is closed. */
export type Closing = "ended" | "too_slow" | "shutting_down" | "failed";

/** The end of a stream for one follower. */
export interface StreamEnding {
  readonly closing: Closing;
  readonly resumeAfter: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The last message of a stream as JSON. */
export function endingText({ closing, resumeAfter, facts }: StreamEnding): string {
  return JSON.stringify({ closing, resume_after: resumeAfter, ...facts });
}
