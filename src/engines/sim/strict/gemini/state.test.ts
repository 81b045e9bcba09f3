import { describeRules } from "../fixtures/rule-cases.ts";
import { call, error, model, on, path, plain, result, says, user } from "./fixtures/requests.ts";
import { stateRules } from "./state.ts";

describeRules({
  dialect: "gemini",
  rules: stateRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.signature.base64",
      good: {
        contents: [
          user(says("a")),
          model(call("f", { thoughtSignature: "skip_thought_signature_validator" })),
          user(result()),
        ],
      },
      bad: {
        contents: [user(says("a")), model(call("f", { thoughtSignature: "no signature" })), user(result())],
      },
      body: error(
        "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for \"no signature\"",
      ),
    },
    {
      rule: "gemini.signature.missing",
      good: on("gemini-3.8-flash", {
        contents: [
          user(says("a")),
          model(call("f", { thoughtSignature: "AAAA" }), call()),
          user(result(), result()),
        ],
      }),
      bad: on("gemini-flash-latest", { contents: [user(says("a")), model(call()), user(result())] }),
      body: error(
        "Unable to submit request because function call `f` in the 2. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
      ),
    },
  ],
});
