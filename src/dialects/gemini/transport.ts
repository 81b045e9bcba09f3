import type { Transport } from "../endpoints/transport.ts";

/**
 * How calls of the Gemini API travel. The heartbeat is an empty line: Google's SDKs split streams at empty lines,
 * drop an event that does not begin with `data:` (so a comment would take the next event with it), and skip empty
 * ones; in a stream that is a JSON array it is white space between elements.
 */
export const transport: Transport = {
  credential: { header: "x-goog-api-key", prefix: "" },
  headers: [],
  ownHeaders: [],
  besideVersion: ["/upload/", "/ws/"],
  requestId: "x-request-id",
  heartbeat: "\n",
};
