import { expect, it } from "vitest";
import { readModelFacts } from "./model-facts.ts";

it.each<[usage: unknown, facts: object]>([
  ...[undefined, null, [], "x", {}, { modelUsage: null }, { modelUsage: [1] }, { models: { m: {} } }].map(
    (usage): [unknown, object] => [usage, {}],
  ),
  [
    { modelUsage: { m: { contextWindow: 200, maxOutputTokens: 32, costUSD: 1 } } },
    {
      m: { contextWindow: 200, maxOutputTokens: 32 },
    },
  ],
  [
    {
      modelUsage: {
        a: { contextWindow: 0, maxOutputTokens: 1 },
        b: { contextWindow: 1, maxOutputTokens: -1 },
      },
    },
    {
      a: { maxOutputTokens: 1 },
      b: { contextWindow: 1 },
    },
  ],
  [{ modelUsage: { a: { contextWindow: "200" }, b: 7, c: null, d: {} } }, { a: {}, d: {} }],
])("what Claude Code says of its models in %j is %j", (usage, facts) => {
  expect(readModelFacts(usage)).toStrictEqual(facts);
});
