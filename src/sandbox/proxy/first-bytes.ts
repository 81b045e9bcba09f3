import type { Socket } from "node:net";

/** A reader's verdict on the bytes so far: `undefined` asks for more; else the result and the bytes that it used up. */
export type Judge<T> = (bytes: Buffer) => { readonly value: T; readonly used: number } | undefined;

export interface FirstBytesLimit {
  readonly maxBytes: number;
  /** In milliseconds; `undefined` waits as long as the socket lives. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Reads from the start of a paused socket until `judge` has its result. The rest stays in the socket, which is paused again.
 * Resolves to `undefined` at the end of the stream, on an error, over the limit or after the time.
 */
export function readFirstBytes<T>(
  socket: Socket,
  judge: Judge<T>,
  limit: FirstBytesLimit,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const finish = (result: T | undefined) => {
      clearTimeout(timer);
      socket.off("readable", read).off("end", stop).off("close", stop);
      resolve(result);
    };
    const stop = () => finish(undefined);
    const read = () => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      bytes = Buffer.concat([bytes, chunk]);
      const found = judge(bytes);
      if (found === undefined) {
        if (bytes.length > limit.maxBytes) stop();
        return;
      }
      const rest = bytes.subarray(found.used);
      if (rest.length > 0) socket.unshift(rest);
      finish(found.value);
    };
    const timer = limit.timeoutMs === undefined ? undefined : setTimeout(stop, limit.timeoutMs);
    socket.on("readable", read).once("end", stop).once("close", stop);
  });
}
