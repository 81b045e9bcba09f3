import { describeRules } from "../fixtures/rule-cases.ts";
import { calling, error, path, plain, result, user } from "./fixtures/requests.ts";
import { stateRules } from "./state.ts";

describeRules({
  dialect: "kimi",
  rules: stateRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.reasoning_content",
      good: { messages: [user("a"), calling(), result("f:0")] },
      bad: { messages: [user("a"), calling({ reasoning_content: undefined }), result("f:0")] },
      body: error(
        "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
      ),
    },
  ],
});
