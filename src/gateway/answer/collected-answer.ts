import { AbpError } from "../../contract/index.ts";
import type { ResponseSink } from "../exchange.ts";

/** An answer that was taken whole. */
export interface CollectedAnswer {
  readonly status: number;
  readonly body: string;
}

/** A sink that takes an answer whole, for those who have no use for its pieces. */
export function collectAnswer(): { readonly sink: ResponseSink; readonly answer: Promise<CollectedAnswer> } {
  const { promise, resolve, reject } = Promise.withResolvers<CollectedAnswer>();
  // As bytes until the end: a character may be split between two pieces.
  const pieces: Buffer[] = [];
  let status = 0;
  const sink: ResponseSink = {
    head: (code) => {
      status = code;
    },
    write: (chunk) => {
      pieces.push(Buffer.from(chunk));
      return true;
    },
    end: (chunk) => {
      if (chunk !== undefined) pieces.push(Buffer.from(chunk));
      resolve({ status, body: Buffer.concat(pieces).toString("utf8") });
    },
    break: () => reject(new AbpError("stream_closed", "the answer broke off")),
    source: undefined,
  };
  return { sink, answer: promise };
}
