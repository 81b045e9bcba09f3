import { chatContent, copilotContent } from "../content/openai.ts";
import { claudeModels } from "../families/claude-models.ts";
import { geminiModels } from "../families/gemini-models.ts";
import { gptModels } from "../families/gpt-models.ts";
import { kimiModels } from "../families/kimi-models.ts";
import { type ModelName, version } from "../names/model-name.ts";
import { behind, relayed } from "./behind.ts";
import { chatLimits, chatReasoning } from "./openai.ts";

function needsResponses({ maker, version: own, variant }: ModelName): boolean {
  if (maker !== "GPT") return false;
  if (own >= version(5, 5)) return true;
  if (own === version(5, 4)) return /^(?:mini|nano)\b/.test(variant);
  return own === version(5, 3) && /^codex\b/.test(variant);
}

/** GitHub Copilot's chat endpoint, which passes the rules of each vendor on. */
export const copilotRows = behind("copilot", [
  {
    family: "every model",
    limits: chatLimits,
    source: "as Chat Completions; LiteLLM",
    mark: "P",
  },
  ...chatContent,
  ...copilotContent,
  ...gptModels,
  ...chatReasoning,
  {
    family: "GPT-5.3 Codex, GPT-5.4 Mini and Nano, GPT-5.5 and later",
    includes: needsResponses,
    limits: { api: { servedBy: "codex" } },
    source: "LiteLLM",
    mark: "P",
  },
  ...relayed([...claudeModels, ...geminiModels, ...kimiModels]),
]);
