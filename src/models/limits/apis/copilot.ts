import { chatContent, copilotContent } from "../content/openai.ts";
import { claudeModels } from "../families/claude-models.ts";
import { geminiModels } from "../families/gemini-models.ts";
import { gptModels } from "../families/gpt-models.ts";
import { kimiModels } from "../families/kimi-models.ts";
import { behind, relayed } from "./behind.ts";
import { chatReasoning } from "./openai.ts";

/** GitHub Copilot's chat endpoint, which passes the rules of each vendor on. */
export const copilotRows = behind("copilot", [
  {
    family: "every model",
    limits: {
      sampling: { temperature: { is: "range", min: 0, max: 2 }, topP: { is: "range", min: 0, max: 1 } },
      output: { min: 1 },
      stop: { count: 4 },
      turns: { continues: false },
      format: { jsonWord: "anywhere" },
    },
    source: "as Chat Completions; LiteLLM",
    mark: "P",
  },
  ...chatContent,
  ...copilotContent,
  ...gptModels,
  ...chatReasoning,
  ...relayed([...claudeModels, ...geminiModels, ...kimiModels]),
]);
