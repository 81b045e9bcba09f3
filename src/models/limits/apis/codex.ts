import { responsesContent } from "../content/openai.ts";
import { claudeModels } from "../families/claude-models.ts";
import { geminiModels } from "../families/gemini-models.ts";
import { gptModels } from "../families/gpt-models.ts";
import { kimiModels } from "../families/kimi-models.ts";
import { version } from "../names/model-name.ts";
import { behind, relayed } from "./behind.ts";

/** OpenAI's Responses API. */
export const codexRows = behind("codex", [
  {
    family: "every model",
    limits: {
      sampling: { temperature: { is: "range", min: 0, max: 2 }, topP: { is: "range", min: 0, max: 1 } },
      output: { min: 16 },
      turns: { continues: false },
      format: { jsonWord: "messages" },
    },
    source: "openai-node 7.53, recorded answers",
    mark: "F",
  },
  ...responsesContent,
  ...gptModels,
  {
    family: "GPT-5.6",
    includes: ({ maker, version: own }) => maker === "GPT" && own === version(5, 6),
    limits: { reasoning: { efforts: ["none", "low", "medium", "high", "xhigh"] } },
    source: "livekit/agents#7169; whether max is accepted is contested",
    mark: "U",
  },
  ...relayed([...claudeModels, ...geminiModels, ...kimiModels]),
]);
