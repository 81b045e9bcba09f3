import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, says } from "./fixtures/requests.ts";
import { identityRules } from "./identity.ts";

describeRules({
  dialect: "gemini",
  rules: identityRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.cachedContent",
      good: { cachedContent: "cachedContents/1" },
      bad: { cachedContent: "cachedContents/1", systemInstruction: { parts: [says("s")] } },
      body: error(
        "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",
      ),
    },
  ],
});

describeFaults(identityRules, [
  ["gemini.cachedContent", { cachedContent: "c" }, undefined],
  ["gemini.cachedContent", { systemInstruction: {}, tools: [], toolConfig: {} }, undefined],
  ["gemini.cachedContent", { cachedContent: "c", systemInstruction: null }, undefined],
  ["gemini.cachedContent", { cachedContent: "c", systemInstruction: {} }, "CachedContent can not be used"],
  ["gemini.cachedContent", { cached_content: "c", tools: [] }, "CachedContent can not be used"],
  ["gemini.cachedContent", { cachedContent: "c", tool_config: {} }, "CachedContent can not be used"],
]);
