import type { FamilyLimits } from "../limit-row.ts";

/** What Anthropic's Messages API takes of names, schemas, messages and media. */
export const claudeContent: readonly FamilyLimits[] = [
  {
    family: "every model",
    limits: {
      identity: { userLength: 256, contacts: "rejected" },
      toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 128 },
      schema: { rootRejected: ["oneOf", "anyOf", "allOf"], strict: "described" },
      format: { recursion: "rejected" },
      messages: { paired: true, blank: "all", first: "user" },
      media: {
        imageTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
        urls: /^https?:\/\//i,
        base64: "standard",
      },
    },
    source: "vercel/ai#12419, BerriAI/litellm#11432, anthropics/claude-code#5319, vision guide",
    mark: "F",
  },
];
