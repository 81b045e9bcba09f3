import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { gemini } from "./index.ts";

describeRules({
  dialect: "gemini",
  rules: Object.fromEntries(["gemini.model"].map((name) => [name, gemini.rules[name]!])),
  plain,
  path,
  cases: [
    {
      rule: "gemini.model",
      good: on("my-model"),
      bad: on("gpt-5"),
      status: 404,
      body: error(
        "models/gpt-5 is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.",
        404,
        "NOT_FOUND",
      ),
    },
  ],
});
