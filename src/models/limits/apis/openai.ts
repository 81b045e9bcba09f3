import { chatContent, chatOwnContent } from "../content/openai.ts";
import { claudeModels } from "../families/claude-models.ts";
import { geminiModels } from "../families/gemini-models.ts";
import { alwaysReasons, gptModels } from "../families/gpt-models.ts";
import { kimiModels } from "../families/kimi-models.ts";
import type { FamilyLimits } from "../limit-row.ts";
import type { ModelLimits } from "../model-limits.ts";
import { version } from "../names/model-name.ts";
import { behind, relayed } from "./behind.ts";

/** What Chat Completions accepts of OpenAI's models, and the Responses API does not limit. */
export const chatReasoning: readonly FamilyLimits[] = [
  {
    family: "o-series, GPT-5 and later",
    includes: ({ maker, version: own }) => maker === "o" || (maker === "GPT" && own >= version(5)),
    limits: { stop: { count: 0 } },
    source: "openai-node 7.53, LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-5.4",
    includes: ({ maker, version: own }) => maker === "GPT" && own >= version(5, 4),
    limits: { reasoning: { withTools: false } },
    source: "BerriAI/litellm#34569, livekit/agents#7169, onyx-dot-app/onyx#15008",
    mark: "F",
  },
  {
    family: "GPT-6 and later",
    includes: ({ maker, version: own }) => maker === "GPT" && own >= version(6),
    limits: { reasoning: { efforts: ["none", "low", "medium", "high", "xhigh"] } },
    source: "LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-6 Astra, GPT-6.1 Sol and later",
    includes: (name) => name.maker === "GPT" && name.version >= version(6) && alwaysReasons(name),
    limits: { reasoning: { efforts: ["low", "medium", "high", "xhigh"] } },
    source: "LiteLLM",
    mark: "F",
  },
];

/** The limits of every model behind Chat Completions, at whichever vendor. */
export const chatLimits: ModelLimits = {
  sampling: { temperature: { is: "range", min: 0, max: 2 }, topP: { is: "range", min: 0, max: 1 } },
  output: { min: 1 },
  stop: { count: 4 },
  turns: { continues: false },
  format: { jsonWord: "anywhere" },
};

/** OpenAI's Chat Completions API, and the servers that imitate it. */
export const openaiRows = behind("openai", [
  {
    family: "every model",
    limits: chatLimits,
    source: "openai-node 7.53",
    mark: "F",
  },
  ...chatContent,
  ...chatOwnContent,
  ...gptModels,
  ...chatReasoning,
  ...relayed([...claudeModels, ...geminiModels, ...kimiModels]),
]);
