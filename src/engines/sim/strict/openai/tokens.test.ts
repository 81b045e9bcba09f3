import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "openai",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.max_tokens.both",
      good: { max_completion_tokens: 10 },
      bad: { max_tokens: 10, max_completion_tokens: 10 },
      body: error(
        "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        null,
        "invalid_parameter_combination",
      ),
    },
    {
      rule: "openai.max_tokens.reasoning",
      good: { max_tokens: 10 },
      bad: on("gpt-5", { max_tokens: 10 }),
      body: error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.max_tokens.range",
      good: { max_tokens: 16_384 },
      bad: { max_tokens: 16_385 },
      body: error(
        "max_tokens is too large: 16385. This model supports at most 16384 completion tokens, whereas you provided 16385.",
        "max_tokens",
        "invalid_value",
      ),
    },
    {
      rule: "openai.max_tokens.range",
      good: on("gpt-4.1", { max_completion_tokens: 32_768 }),
      bad: { max_completion_tokens: 0 },
      body: error(
        "Invalid 'max_completion_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
        "max_completion_tokens",
        "integer_below_min_value",
      ),
    },
  ],
});

const both = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
const tooLarge = (name: string, value: number, most: number) =>
  `${name} is too large: ${value}. This model supports at most ${most} completion tokens, whereas you provided ${value}.`;

it.each<[string, string, object, string | undefined]>([
  ["both", "m", { max_tokens: 1, max_completion_tokens: 1 }, both],
  ["both", "m", { max_tokens: 1 }, undefined],
  ["both", "m", { max_completion_tokens: 1 }, undefined],
  [
    "reasoning",
    "gpt-5",
    { max_tokens: 1 },
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ["reasoning", "gpt-4o", { max_tokens: 1 }, undefined],
  ["reasoning", "gpt-5", { max_completion_tokens: 1 }, undefined],
  ...["max_tokens", "max_completion_tokens"].flatMap(
    (name): [string, string, object, string | undefined][] => [
      ["range", "gpt-4o", { [name]: 1 }, undefined],
      ["range", "gpt-4o", { [name]: 16_384 }, undefined],
      ["range", "gpt-4o", { [name]: 16_385 }, tooLarge(name, 16_385, 16_384)],
      ["range", "m", { [name]: 99_999_999 }, undefined],
      ["range", "m", { [name]: "0" }, undefined],
      [
        "range",
        "m",
        { [name]: 0 },
        `Invalid '${name}': integer below minimum value. Expected a value >= 1, but got 0 instead.`,
      ],
    ],
  ),
])("openai.max_tokens.%s of %s with %j says %j", (rule, model, body, message) => {
  expect(messageOf(tokenRules, `openai.max_tokens.${rule}`, model, body)).toBe(message);
});
