import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const MISSING = "gemini.signature.missing";
const signed = call("g", { thoughtSignature: "AAAA" });
it.each([
  ["gemini-3.8-flash", [call("g")], true],
  ["gemini-3.8-flash", [says("a"), call("g")], true],
  ["gemini-3.8-flash", [signed, call("h")], false],
  ["gemini-3.8-flash", [call("g", { thoughtSignature: 1 }), signed], true],
  ["gemini-3.8-flash", [says("a")], false],
  ["gemini-3.8-flash", [{ functionCall: "g" }], false],
  ["gemini-2.5-flash", [call("g")], false],
  ["gemini-3-pro-image", [call("g")], false],
])("%s misses a signature of the parts %j: %s", (name, parts, isMissing) => {
  const contents = [user(says("a")), model(signed), model(...parts)];
  const found = messageOf(stateRules, MISSING, name, { contents });
  if (isMissing) expect(found).toContain("function call `g` in the 3. content block is missing");
  else expect(found).toBeUndefined();
});

it("shows the first 60 characters of a signature that is no base64", () => {
  const contents = [model(says("a"), { text: "b", thoughtSignature: "!".repeat(61) })];
  const found = messageOf(stateRules, "gemini.signature.base64", "m", { contents });
  expect(found).toBe(
    `Invalid value at 'contents[0].parts[1].thought_signature' (TYPE_BYTES), Base64 decoding failed for "${"!".repeat(60)}"`,
  );
  expect(
    messageOf(stateRules, "gemini.signature.base64", "m", { contents: [model({ thoughtSignature: 1 })] }),
  ).toBeUndefined();
});
