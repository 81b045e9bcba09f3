import type { RequiredMembers } from "../../required-members.ts";

/** What a `GenerateContentRequest` must say. */
export const required: RequiredMembers = {
  turns: "contents",
  limits: [
    ["generationConfig", "maxOutputTokens"],
    ["generation_config", "max_output_tokens"],
  ],
};
