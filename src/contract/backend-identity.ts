import { z } from "zod";
import { NullableText } from "./scalars.ts";

/** Which backend did the work, and in which version. */
export const BackendIdentity = z
  .looseObject({ id: z.string(), backend_version: NullableText, adapter_version: NullableText })
  .meta({ id: "BackendIdentity" });
export type BackendIdentity = z.infer<typeof BackendIdentity>;
