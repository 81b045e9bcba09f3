import { z } from "zod";
import { Count } from "../scalars.ts";

/** The messages of one direction of a WebSocket session; a digest covers their payloads, one after the other. */
export const SocketTraffic = z.looseObject({ messages: Count, bytes: Count }).meta({ id: "SocketTraffic" });
export type SocketTraffic = z.infer<typeof SocketTraffic>;

/** A call that passed through to an engine of the caller's dialect, as it is. */
export const TransferRecord = z
  .looseObject({
    method: z.string(),
    /** The path of the endpoint; parameters stand as `:name`, so that no id is in it. */
    endpoint: z.string(),
    /** The group of endpoints, as a key's `endpoints` names it. */
    group: z.string(),
    /** `incomplete` if the request or the answer was cut off. */
    state: z.enum(["complete", "incomplete"]),
    /** Addresses of the vendor that were replaced by addresses of the gateway, without their queries. */
    splices: z.array(z.looseObject({ where: z.string(), from: z.string(), to: z.string() })).optional(),
    /** Present for a WebSocket session. */
    socket: z
      .looseObject({
        from_caller: SocketTraffic,
        from_engine: SocketTraffic,
        /** The close code of RFC 6455; null if a side broke off without one. */
        close_code: z.int().nullable(),
        closed_by: z.enum(["caller", "engine", "gateway"]),
      })
      .optional(),
  })
  .meta({ id: "TransferRecord" });
export type TransferRecord = z.infer<typeof TransferRecord>;
