import { setTimeout as wait } from "node:timers/promises";
import { AbpError } from "../../contract/index.ts";
import { SseReader } from "../../lib/index.ts";

const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 5000;
const FIRST_PAUSE_MS = 50;

/** How a stream is opened, and how long it waits before it is opened again. */
export interface StreamParts {
  /** Opens the stream behind an item. */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<Response>;
  readonly after: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Behind which item a stream goes on. */
type Item = { readonly cursor: string } | { readonly seq: number };

interface Frame {
  readonly data: string;
  readonly event: string | undefined;
}

/**
 * The items of a stream, to its end. After a cut, and if the daemon drops the stream or stops, it goes on behind the last item. Throws
 * the error of the last attempt if 12 of them bring no item.
 */
export async function* followStream<Followed>({
  open,
  after,
  signal,
  pause = (ms, until) => wait(ms, undefined, { signal: until }),
}: StreamParts): AsyncGenerator<Followed> {
  const leaving = new AbortController();
  const until = signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]);
  let place = after;
  let attempts = 0;
  try {
    for (;;) {
      until.throwIfAborted();
      let failure: unknown = new AbpError("daemon_not_running", "the stream of events was cut");
      try {
        const answer = await open(place, until);
        for await (const { data, event } of framesOf(answer.body!)) {
          if (event === undefined) {
            const item = JSON.parse(data) as Item;
            yield item as Followed;
            place = "cursor" in item ? item.cursor : String(item.seq);
            attempts = 0;
            continue;
          }
          const { closing, resume_after } = JSON.parse(data) as Closing;
          if (closing === "ended") return;
          place = resume_after;
        }
      } catch (error) {
        until.throwIfAborted();
        if (!isPassing(error)) throw error;
        failure = error;
      }
      attempts += 1;
      if (attempts === MAX_ATTEMPTS) throw failure;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS), until);
    }
  } finally {
    leaving.abort();
  }
}

interface Closing {
  readonly closing: string;
  readonly resume_after: string;
}

/** Whether a new attempt may succeed: the connection broke, or the daemon is not there. */
function isPassing(error: unknown): boolean {
  if (!AbpError.is(error)) return error instanceof TypeError || isSystemError(error);
  return PASSING.includes(error.code);
}

const PASSING: readonly string[] = ["daemon_not_running", "shutting_down"];

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}

/** The events of a body. What a cut leaves of an event is dropped. */
async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const frames: Frame[] = [];
  const reader = new SseReader((data, event) => frames.push({ data, event }));
  for await (const bytes of body) {
    reader.push(bytes);
    yield* frames.splice(0);
  }
}
