import { z } from "zod";

/** A named piece of text given along with the task. */
export const ContextSnippet = z
  .looseObject({ name: z.string(), content: z.string() })
  .meta({ id: "ContextSnippet" });
export type ContextSnippet = z.infer<typeof ContextSnippet>;

/** Context for the agent in addition to the task. */
export const ContextPacket = z
  .looseObject({ files: z.array(z.string()), snippets: z.array(ContextSnippet) })
  .meta({ id: "ContextPacket" });
export type ContextPacket = z.infer<typeof ContextPacket>;
