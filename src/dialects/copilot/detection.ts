import type { ChatSignals } from "../chat/index.ts";
import { isMembers } from "../members/members.ts";

/** What only Copilot's callers send; their bodies are OpenAI's but for the thinking of earlier turns. */
export const signals: ChatSignals = {
  base: 0.2,
  headers: [
    /^copilot-integration-id: ./,
    /^editor-version: ./,
    /^x-interaction-type: ./,
    /^host: .*githubcopilot/,
  ],
  models: undefined,
  body: ({ messages }, { path }) =>
    path === "/chat/completions" ||
    (Array.isArray(messages) &&
      messages.some(
        (message) =>
          isMembers(message) && (message["reasoning_opaque"] ?? message["copilot_references"]) !== undefined,
      )),
};
