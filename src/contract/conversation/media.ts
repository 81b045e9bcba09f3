import { z } from "zod";

/** The location of the bytes of an image, document, audio or video. */
export const MediaSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("base64"), mediaType: z.string(), data: z.string() }),
  z.strictObject({ kind: z.literal("url"), url: z.string(), mediaType: z.string().optional() }),
  /** A file that was uploaded before; the id means something to its issuer only. */
  z.strictObject({
    kind: z.literal("file"),
    id: z.string(),
    issuer: z.string().optional(),
    mediaType: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal("text"), text: z.string(), mediaType: z.string().optional() }),
]);
export type MediaSource = z.infer<typeof MediaSource>;
