import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { identityRules } from "./identity.ts";

describeRules({
  dialect: "openai",
  rules: identityRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.identity",
      good: { user: "u".repeat(64), safety_identifier: "s".repeat(128) },
      bad: { user: "u".repeat(150) },
      body: error(
        "Invalid 'user': string too long. Expected a string with maximum length 64, but got a string with length 150 instead.",
        "user",
        "string_above_max_length",
      ),
    },
    {
      rule: "openai.identity",
      good: { prompt_cache_key: "k".repeat(64) },
      bad: { prompt_cache_key: "k".repeat(65) },
      body: error(
        "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
        "prompt_cache_key",
        "string_above_max_length",
      ),
    },
    {
      rule: "openai.identity",
      good: { metadata: { k: "v".repeat(512) } },
      bad: { metadata: { k: "v".repeat(513) } },
      body: error(
        "Invalid 'metadata.k': string too long. Expected a string with maximum length 512, but got a string with length 513 instead.",
        "metadata.k",
        "string_above_max_length",
      ),
    },
    {
      rule: "openai.identity",
      good: {},
      bad: { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, "v"])) },
      body: error(
        "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
        "metadata",
        "object_above_max_properties",
      ),
    },
  ],
});
