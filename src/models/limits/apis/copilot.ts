import { chatContent, copilotContent } from "../content/openai.ts";
import { claudeModels } from "../families/claude-models.ts";
import { geminiModels } from "../families/gemini-models.ts";
import { gptModels } from "../families/gpt-models.ts";
import { kimiModels } from "../families/kimi-models.ts";
import { behind, relayed } from "./behind.ts";
import { chatLimits, chatReasoning } from "./openai.ts";

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
  ...relayed([...claudeModels, ...geminiModels, ...kimiModels]),
]);
