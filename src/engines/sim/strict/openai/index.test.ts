import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { openai } from "./index.ts";

describeRules({
  dialect: "openai",
  rules: Object.fromEntries(["openai.model"].map((name) => [name, openai.rules[name]!])),
  plain,
  path,
  cases: [
    {
      rule: "openai.model",
      good: on("my-model"),
      bad: on("claude-opus-5"),
      status: 404,
      body: error(
        "The model `claude-opus-5` does not exist or you do not have access to it.",
        null,
        "model_not_found",
      ),
    },
  ],
});
