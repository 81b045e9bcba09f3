import { z } from "zod";

/** A named piece of text given along with the task. */
export const ContextSnippet = z
  .looseObject({ name: z.string(), content: z.string() })
  .meta({ id: "ContextSnippet" });
export type ContextSnippet = z.infer<typeof ContextSnippet>;

/** An image given along with the task. */
export const ContextImage = z
  .looseObject({ media_type: z.string(), data: z.base64(), name: z.string().optional() })
  .meta({ id: "ContextImage" });
export type ContextImage = z.infer<typeof ContextImage>;

/** Context for the agent in addition to the task. */
export const ContextPacket = z
  .looseObject({
    files: z.array(z.string()),
    snippets: z.array(ContextSnippet),
    images: z.array(ContextImage).optional(),
  })
  .meta({ id: "ContextPacket" });
export type ContextPacket = z.infer<typeof ContextPacket>;
