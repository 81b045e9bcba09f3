import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
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

const tooLong = (name: string, most: number) =>
  `Invalid '${name}': string too long. Expected a string with maximum length ${most}, but got a string with length ${most + 1} instead.`;
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "v"]));

it.each<[object, string | undefined]>([
  ...(
    [
      ["user", 64],
      ["prompt_cache_key", 64],
      ["safety_identifier", 128],
    ] as const
  ).flatMap(([name, most]): [object, string | undefined][] => [
    [{ [name]: "a".repeat(most) }, undefined],
    [{ [name]: "a".repeat(most + 1) }, tooLong(name, most)],
  ]),
  [{ metadata: pairs(16) }, undefined],
  [
    { metadata: pairs(17) },
    "Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with 17 properties instead.",
  ],
  [{ metadata: { ["k".repeat(64)]: "v".repeat(512) } }, undefined],
  [{ metadata: { ["k".repeat(65)]: "v" } }, tooLong(`metadata.${"k".repeat(65)}`, 64)],
  [{ metadata: { a: "v", b: "v".repeat(513) } }, tooLong("metadata.b", 512)],
  [{ metadata: "x".repeat(999) }, undefined],
])("the identity %.60j says %.60j", (body, message) => {
  expect(messageOf(identityRules, "openai.identity", "m", body)).toBe(message);
});
