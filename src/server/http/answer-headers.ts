import { UNBUFFERED } from "../../gateway/index.ts";
import { findHeader } from "../../lib/index.ts";

/** A header that the server sends with its answers, unless an answer has it already. */
export interface AnswerHeader {
  readonly name: string;
  readonly value: string;
  /** Whether only streams of events get it. */
  readonly ofStreams?: boolean;
}

/**
 * The headers of all answers: those of engines and of the gateway, streams, errors, the server's own routes, and handshakes of
 * WebSockets that are accepted or refused.
 */
export const answerHeaders: readonly AnswerHeader[] = [
  { name: UNBUFFERED[0], value: UNBUFFERED[1], ofStreams: true },
];

/** The headers of an answer with those of all answers; the same list if it gets none. */
export function withAnswerHeaders(headers: readonly string[], isStream: boolean): readonly string[] {
  let all: string[] | undefined;
  for (const { name, value, ofStreams } of answerHeaders) {
    if ((ofStreams === true && !isStream) || findHeader(headers, name) !== undefined) continue;
    all ??= [...headers];
    all.push(name, value);
  }
  return all ?? headers;
}
