import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { codex } from "./index.ts";

describeRules({
  dialect: "codex",
  rules: Object.fromEntries(["codex.model"].map((name) => [name, codex.rules[name]!])),
  plain,
  path,
  cases: [
    {
      rule: "codex.model",
      good: on("my-model"),
      bad: on("gemini-3.8-flash"),
      status: 404,
      body: error(
        "The model `gemini-3.8-flash` does not exist or you do not have access to it.",
        null,
        "model_not_found",
      ),
    },
  ],
});
