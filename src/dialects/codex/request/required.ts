import type { RequiredMembers } from "../../required-members.ts";

/** What a request of the Responses API must say. A prompt that the vendor keeps may stand for the input. */
export const required: RequiredMembers = {
  turns: "input",
  needsTurns: ({ prompt }) => (prompt ?? undefined) === undefined,
  limits: [["max_output_tokens"]],
};
