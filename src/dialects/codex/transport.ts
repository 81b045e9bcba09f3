import type { Transport } from "../endpoints/transport.ts";

/**
 * How calls of the Responses API travel. The heartbeat is a comment without a blank line after it: openai-python
 * takes a blank line for the end of an event and parses the empty data of one that was none.
 */
export const transport: Transport = {
  credential: { header: "authorization", prefix: "Bearer " },
  keyProtocol: "openai-insecure-api-key.",
  headers: [],
  ownHeaders: ["openai-beta", "openai-organization", "openai-project"],
  requestId: "x-request-id",
  heartbeat: ": keep-alive\n",
};
