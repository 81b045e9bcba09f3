import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const between = (budget: number, least: number, most: number) =>
  `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`;

it.each<[string, number, string | undefined]>([
  ["2.5-pro", -1, undefined],
  ["2.5-pro", 127, between(127, 128, 32_768)],
  ["2.5-pro", 128, undefined],
  ["2.5-pro", 32_768, undefined],
  ["2.5-pro", 32_769, between(32_769, 128, 32_768)],
  ["2.5-flash", 0, undefined],
  ["2.5-flash", 1, undefined],
  ["2.5-flash", -2, between(-2, 1, 24_576)],
  ["2.5-flash", 24_577, between(24_577, 1, 24_576)],
  ["3-pro", 0, "Budget 0 is invalid. This model only works in thinking mode."],
  ["3-pro", 5, undefined],
  ["3-flash", 0, undefined],
])("gemini-%s with the budget %d says %j", (model, thinkingBudget, message) => {
  const body = { generationConfig: { thinkingConfig: { thinkingBudget } } };
  expect(messageOf(reasoningRules, "gemini.thinking.budget", `gemini-${model}`, body)).toBe(message);
});

it.each([
  ["3-pro-image", "LOW", true],
  ["3-pro-image", "medium", true],
  ["3-pro-image", "HIGH", false],
  ["3-flash", "MINIMAL", false],
  ["3-flash", null, false],
  ["2.5-flash", null, false],
])("gemini-%s with the level %j is refused: %j", (model, thinkingLevel, isRefused) => {
  const body = { generationConfig: { thinkingConfig: { thinkingLevel } } };
  const message = messageOf(reasoningRules, "gemini.thinking.level", `gemini-${model}`, body);
  expect(message).toBe(
    isRefused
      ? `Thinking level ${thinkingLevel?.toUpperCase()} is not supported for this model. Please retry with other thinking level.`
      : undefined,
  );
});
