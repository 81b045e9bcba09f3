import type { ChatSignals } from "../chat/index.ts";
import { isMembers } from "../members/members.ts";

/** Headers, paths and members that only Copilot's callers send. Their bodies equal OpenAI's but for earlier thinking. */
export const signals: ChatSignals = {
  base: 0.2,
  headers: [
    /^copilot-integration-id: ./,
    /^editor-version: ./,
    /^x-interaction-type: ./,
    /^host: .*githubcopilot/,
  ],
  body: ({ messages }, { path }) =>
    path === "/chat/completions" ||
    (Array.isArray(messages) &&
      messages.some(
        (message) =>
          isMembers(message) && (message["reasoning_opaque"] ?? message["copilot_references"]) !== undefined,
      )),
};
