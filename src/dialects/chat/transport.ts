import type { Transport } from "../endpoints/transport.ts";

/**
 * How calls of Chat Completions travel; the profile names the headers of its own.
 * The heartbeat is a comment without a blank line after it: openai-python takes a blank line for the end of an
 * event and parses the empty data of one that was none. The comment so stands before the next event's own lines.
 */
export function chatTransport(ownHeaders: readonly string[]): Transport {
  return {
    credential: { header: "authorization", prefix: "Bearer " },
    headers: [],
    ownHeaders,
    requestId: "x-request-id",
    heartbeat: ": keep-alive\n",
  };
}
