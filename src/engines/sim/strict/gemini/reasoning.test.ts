import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain, thinking } from "./fixtures/requests.ts";
import { reasoningRules } from "./reasoning.ts";

describeRules({
  dialect: "gemini",
  rules: reasoningRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.thinking.both",
      good: thinking({ thinkingBudget: 10 }),
      bad: thinking({ thinkingBudget: 10, thinkingLevel: "LOW" }),
      body: error("You can only set only one of thinking budget and thinking level."),
    },
    {
      rule: "gemini.thinking.level",
      good: on("gemini-3.5-flash", thinking({ thinkingLevel: "minimal" })),
      bad: on("gemini-3.8-flash", thinking({ thinkingLevel: "minimal" })),
      body: error(
        "Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.",
      ),
    },
    {
      rule: "gemini.thinking.level",
      good: on("gemini-4-argon", thinking({ thinkingLevel: "HIGH" })),
      bad: thinking({ thinkingLevel: "HIGH" }),
      body: error("Thinking level is not supported for this model."),
    },
    {
      rule: "gemini.thinking.budget",
      good: thinking({ thinkingBudget: 0 }),
      bad: on("gemini-2.5-pro", thinking({ thinkingBudget: 0 })),
      body: error("Budget 0 is invalid. This model only works in thinking mode."),
    },
    {
      rule: "gemini.thinking.budget",
      good: on("gemini-2.5-flash-lite", thinking({ thinkingBudget: 512 })),
      bad: on("gemini-2.5-flash-lite", thinking({ thinkingBudget: 511 })),
      body: error("The thinking budget 511 is invalid. Please choose a value between 512 and 24576."),
    },
  ],
});
