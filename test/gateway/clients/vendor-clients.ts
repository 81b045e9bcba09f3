import { openChatClient } from "./chat-client.ts";
import { openGenerateContentClient } from "./generate-content-client.ts";
import { openMessagesClient } from "./messages-client.ts";
import { openResponsesClient } from "./responses-client.ts";
import type { OpenClient } from "./vendor-client.ts";

const bound = { n: 2 };

const openOpenAiChat = openChatClient({
  name: "OpenAI's client for Chat Completions",
  dialect: "openai",
  path: "/v1",
  thinking: { reasoning_effort: "low" },
  bound,
});

/** Every client, under what it is called in the names of tests. */
export const clients: readonly (readonly [name: string, open: OpenClient])[] = [
  ["OpenAI's client for Chat Completions", openOpenAiChat],
  ["OpenAI's client for Responses", openResponsesClient],
  ["Anthropic's client", openMessagesClient],
  ["Google's client", openGenerateContentClient],
  [
    "OpenAI's client for Kimi",
    openChatClient({
      name: "OpenAI's client for Kimi",
      dialect: "kimi",
      path: "/kimi/v1",
      thinking: { thinking: { type: "enabled" }, reasoning_effort: "high" },
      bound,
    }),
  ],
  [
    "OpenAI's client for Copilot",
    openChatClient({
      name: "OpenAI's client for Copilot",
      dialect: "copilot",
      path: "/copilot",
      thinking: { reasoning_effort: "low" },
      bound,
    }),
  ],
];

/** The dialects of the engines, each of which is simulated under `sim-<dialect>`. */
export const engineDialects = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;
