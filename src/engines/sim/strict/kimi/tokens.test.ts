import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "kimi",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.max_tokens",
      good: { max_completion_tokens: 1 },
      bad: { max_completion_tokens: 0 },
      body: error("Invalid request: max_completion_tokens must be at least 1"),
    },
    {
      rule: "kimi.max_tokens",
      good: on("kimi-k3", { max_tokens: 1_048_576 }),
      bad: on("kimi-k3", { max_tokens: 1_048_577 }),
      body: error("Invalid request: max_tokens must be at most 1048576"),
    },
  ],
});

it.each(["max_tokens", "max_completion_tokens"])(
  "%s is at least 1, and at most what the model writes",
  (name) => {
    const says = (model: string, value: unknown) =>
      messageOf(tokenRules, "kimi.max_tokens", model, { [name]: value });
    expect(says("m", 1)).toBeUndefined();
    expect(says("m", 0)).toBe(`Invalid request: ${name} must be at least 1`);
    expect(says("m", "0")).toBeUndefined();
    expect(says("kimi-k3", 1_048_576)).toBeUndefined();
    expect(says("kimi-k3", 1_048_577)).toBe(`Invalid request: ${name} must be at most 1048576`);
    expect(says("kimi-k2.6", 9_999_999)).toBeUndefined();
  },
);
