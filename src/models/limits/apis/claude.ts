import { claudeContent } from "../content/claude.ts";
import { claudeModels, claudeReasoning } from "../families/claude-models.ts";
import { behind } from "./behind.ts";

/** Anthropic's Messages API. */
export const claudeRows = behind("claude", [
  {
    family: "every model",
    limits: {
      sampling: {
        temperature: { is: "range", min: 0, max: 1 },
        topP: { is: "range", min: 0, max: 1 },
      },
      stop: { blank: false },
      output: { min: 1, assumed: 32_000 },
      reasoning: { budget: { min: 1024 }, budgetBelowOutput: true, effortApart: true },
    },
    source: "@anthropic-ai/sdk 1.8, recorded answers",
    mark: "F",
  },
  ...claudeContent,
  ...claudeModels,
  ...claudeReasoning,
]);
