import { sampled } from "../../fault-size.ts";
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

/** Every client, under what it is called in the names of tests, with the dialect that it speaks. */
export const clients: readonly (readonly [name: string, open: OpenClient, dialect: EngineDialect])[] = [
  ["OpenAI's client for Chat Completions", openOpenAiChat, "openai"],
  ["OpenAI's client for Responses", openResponsesClient, "codex"],
  ["Anthropic's client", openMessagesClient, "claude"],
  ["Google's client", openGenerateContentClient, "gemini"],
  [
    "OpenAI's client for Kimi",
    openChatClient({
      name: "OpenAI's client for Kimi",
      dialect: "kimi",
      path: "/kimi/v1",
      thinking: { thinking: { type: "enabled" }, reasoning_effort: "high" },
      bound,
    }),
    "kimi",
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
    "copilot",
  ],
];

/** The dialects of the engines, each of which is simulated under `sim-<dialect>`. */
export const engineDialects = ["claude", "openai", "codex", "gemini", "kimi", "copilot"] as const;

type EngineDialect = (typeof engineDialects)[number];

/** The engine of another dialect that a client is tried on by default, so that every API meets two others. */
const NEXT: Readonly<Record<EngineDialect, EngineDialect>> = {
  openai: "codex",
  codex: "claude",
  claude: "gemini",
  gemini: "openai",
  kimi: "claude",
  copilot: "gemini",
};

/** The engines for a client: one of its own dialect and one of another. A full run has all. */
export function enginesFor(dialect: EngineDialect): readonly EngineDialect[] {
  return sampled(engineDialects, (engine) => engine === dialect || engine === NEXT[dialect]);
}

/** Engines for what the gateway keeps by itself: one that is mapped, and one that speaks Responses. A full run has all. */
export const keepingEngines = sampled(engineDialects, (engine) => engine === "claude" || engine === "codex");
