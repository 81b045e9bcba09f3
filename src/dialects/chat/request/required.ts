import type { RequiredMembers } from "../../required-members.ts";

/** What a Chat Completions request must say. */
export const required: RequiredMembers = {
  turns: "messages",
  limits: [["max_completion_tokens"], ["max_tokens"]],
};
