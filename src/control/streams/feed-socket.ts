import type { Follower } from "./follower.ts";
import { closingOf } from "./sse-response.ts";
import { type Closing, endingText, type StreamEnding, type StreamItem } from "./stream-source.ts";

/** The most bytes that a socket may hold for its client. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** The status codes of RFC 6455 that say why a socket is closed. */
const closeCodes: Readonly<Record<Closing, number>> = {
  ended: 1000,
  shutting_down: 1001,
  failed: 1011,
  too_slow: 1013,
};

/** The part of a WebSocket of `ws` that a stream needs. */
export interface FedSocket {
  readonly bufferedAmount: number;
  send(text: string, done: (error?: Error | null) => void): void;
  close(code: number, reason: string): void;
  on(event: "close", listener: () => void): unknown;
}

/** Sends what a follower gets over a WebSocket: each item is one message, and so is the end. Resolves when nothing more is sent. */
export async function feedSocket(follower: Follower, socket: FedSocket, signal: AbortSignal): Promise<void> {
  let isOpen = true;
  const onAbort = () => follower.end(closingOf(signal));
  socket.on("close", () => {
    isOpen = false;
    follower.leave();
  });
  follower.onEnd((ending) => {
    if (!isOpen) return;
    isOpen = false;
    close(socket, ending);
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (isOpen) {
      const next = await follower.next();
      if (!isOpen || "closing" in next) return;
      await sendAll(socket, next);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Resolves when the socket can take more. */
function sendAll(socket: FedSocket, items: readonly StreamItem[]): Promise<void> {
  return new Promise((resolve) => {
    items.forEach(({ text }, at) => {
      const isLast = at === items.length - 1;
      socket.send(text, () => {
        if (isLast) resolve();
      });
    });
    if (socket.bufferedAmount < MAX_BUFFERED_BYTES) resolve();
  });
}

function close(socket: FedSocket, ending: StreamEnding): void {
  socket.send(endingText(ending), () => undefined);
  socket.close(closeCodes[ending.closing], ending.closing);
}
