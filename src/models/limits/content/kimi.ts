import type { FamilyLimits } from "../limit-row.ts";

/** What Moonshot's API takes of names, schemas, messages and media. */
export const kimiContent: readonly FamilyLimits[] = [
  {
    family: "every model",
    limits: {
      toolNames: { pattern: /^[a-zA-Z][a-zA-Z0-9_-]*$/, maxLength: 64, count: 128 },
      schema: { rootRejected: ["oneOf", "anyOf", "allOf"], typeBesideAnyOf: "rejected" },
      format: { root: "object", enforced: "if strict" },
      messages: { paired: true, blank: "answers", first: "any" },
      media: {
        imageTypes: ["image/jpeg", "image/png", "image/webp", "image/gif"],
        urls: /^(?:data:|ms:\/\/)/i,
        base64: "standard",
      },
    },
    source: "openJiuwen-ai/jiuwenswarm#3942, Moonshot vision guide",
    mark: "P",
  },
];
