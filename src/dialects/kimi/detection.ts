import type { ChatSignals } from "../chat/index.ts";
import { isMembers } from "../members/members.ts";

/** Headers and members that only Moonshot's callers send. */
export const signals: ChatSignals = {
  base: 0.25,
  headers: [
    /^x-msh-/,
    /^user-agent: kimi/i,
    /^host: (?:[\w-]+\.)*(?:moonshot\.(?:ai|cn)|kimi\.com)(?::\d+)?$/i,
  ],
  body: ({ thinking, tools, messages }) =>
    (isMembers(thinking) && ("keep" in thinking || typeof thinking["type"] === "string")) ||
    (Array.isArray(tools) && tools.some((tool) => isMembers(tool) && tool["type"] === "builtin_function")) ||
    (Array.isArray(messages) &&
      messages.some((message) => isMembers(message) && message["partial"] === true)),
};
