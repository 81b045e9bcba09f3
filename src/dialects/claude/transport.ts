import type { Transport } from "../endpoints/transport.ts";
import { PING } from "./wire.ts";

/** How calls of the Messages API travel. Clients with a watchdog count events alone, so the heartbeat is one. */
export const transport: Transport = {
  credential: { header: "x-api-key", prefix: "" },
  headers: ["anthropic-version", "2023-06-01"],
  ownHeaders: ["anthropic-beta", "anthropic-version"],
  requestId: "request-id",
  heartbeat: PING,
};
