import { z } from "zod";
import { Count, Sha256 } from "../scalars.ts";

/** The receipt's place in its log; inside the signed bytes, so that it cannot be moved. */
export const ChainPosition = z
  .looseObject({
    /** The log's name, equal to the origin line of its checkpoints. */
    origin: z.string().min(1),
    tenant: z.string().min(1),
    seq: Count,
    /** SHA-256 of the stored bytes of the receipt before this one; null for the first. */
    prev: Sha256.nullable(),
  })
  .meta({ id: "ChainPosition" });
export type ChainPosition = z.infer<typeof ChainPosition>;
