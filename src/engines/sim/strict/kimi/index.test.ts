import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { kimi } from "./index.ts";

describeRules({
  dialect: "kimi",
  rules: Object.fromEntries(["kimi.model"].map((name) => [name, kimi.rules[name]!])),
  plain,
  path,
  cases: [
    {
      rule: "kimi.model",
      good: on("my-model"),
      bad: on("gpt-5"),
      status: 404,
      body: error("Not found the model gpt-5 or Permission denied", "resource_not_found_error"),
    },
  ],
});
