import { z } from "zod";
import { Count, Sha256 } from "../scalars.ts";

/** A file that a run produced; the digest and size are ours. */
export const ArtifactRef = z
  .looseObject({ kind: z.string(), path: z.string(), sha256: Sha256.optional(), bytes: Count.optional() })
  .meta({ id: "ArtifactRef" });
export type ArtifactRef = z.infer<typeof ArtifactRef>;
