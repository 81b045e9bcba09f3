import type { FamilyLimits } from "../limit-row.ts";
import { version } from "../names/model-name.ts";

/** What generateContent takes of names, schemas, messages and media. */
export const geminiContent: readonly FamilyLimits[] = [
  {
    family: "every model",
    limits: {
      toolNames: { pattern: /^[A-Za-z_][\w.:-]*$/, maxLength: 128 },
      format: { recursion: "unfolded" },
      messages: { paired: true, blank: "all", first: "user" },
      media: {
        imageTypes: ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"],
        urls: /^(?:gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/|https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be)\/)/i,
      },
    },
    source: "google genai 2.32, Vercel AI SDK google 3.0.141, image guide",
    mark: "F",
  },
  {
    family: "before Gemini 3",
    includes: ({ maker, version: own }) => maker === "Gemini" && own < version(3),
    limits: { media: { inToolResults: false } },
    source: "google genai 2.32",
    mark: "F",
  },
  {
    family: "Gemini 3 and later",
    includes: ({ maker, version: own }) => maker === "Gemini" && own >= version(3),
    limits: { messages: { callSignature: "skip_thought_signature_validator" } },
    source: "Google, thought signatures; Vercel AI SDK google 3.0.141",
    mark: "F",
  },
  {
    family: "Gemini 3 and later",
    includes: ({ maker, version: own }) => maker === "Gemini" && own >= version(3),
    limits: { media: { publicUrls: ["image", "document"] } },
    source: "Google, file input methods",
    mark: "U",
  },
];
