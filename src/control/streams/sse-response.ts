import { AbpError } from "../../contract/index.ts";
import type { Follower } from "./follower.ts";
import { type Closing, endingText, type StreamEnding, type StreamItem } from "./stream-source.ts";

const HEARTBEAT_MS = 15_000;
/** What a stream may hold for its client besides the window of its group. */
const MAX_BUFFERED_BYTES = 64 * 1024;
/** The time after which a browser connects again. */
const RETRY_MS = 1000;

const encoder = new TextEncoder();

/** How a stream of server-sent events is sent. */
export interface SseOptions {
  /** Aborts when the client leaves, or with `shutting_down` when the daemon stops. */
  readonly signal: AbortSignal;
  readonly heartbeatMs?: number;
}

/**
 * Sends what a follower gets as server-sent events. The id of an event is its cursor; the last one is named `closing` and has none. A
 * comment is sent as long as nothing happens.
 */
export function sseResponse(
  follower: Follower,
  { signal, heartbeatMs = HEARTBEAT_MS }: SseOptions,
): Response {
  let isOpen = true;
  let isQuiet = true;
  let heartbeat: NodeJS.Timeout | undefined;
  const onAbort = () => follower.end(closingOf(signal));
  const close = () => {
    isOpen = false;
    clearInterval(heartbeat);
    signal.removeEventListener("abort", onAbort);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
        follower.onEnd((ending) => {
          if (!isOpen) return;
          close();
          controller.enqueue(encoder.encode(closingEvent(ending)));
          controller.close();
        });
        heartbeat = setInterval(() => {
          if (isQuiet && (controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
          isQuiet = true;
        }, heartbeatMs).unref();
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort, { once: true });
      },
      pull: async (controller) => {
        const next = await follower.next();
        if (!isOpen || "closing" in next) return;
        isQuiet = false;
        controller.enqueue(encoder.encode(next.map(itemEvent).join("")));
      },
      cancel: () => {
        close();
        follower.leave();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
  );
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

/** Why a stream ends whose signal was aborted. */
export function closingOf({ reason }: AbortSignal): Closing {
  return AbpError.is(reason) && reason.code === "shutting_down" ? "shutting_down" : "ended";
}

function itemEvent({ cursor, text }: StreamItem): string {
  return `id: ${cursor}\ndata: ${text}\n\n`;
}

function closingEvent(ending: StreamEnding): string {
  const name = ending.closing === "shutting_down" ? "shutting_down" : "closing";
  return `event: ${name}\ndata: ${endingText(ending)}\n\n`;
}
