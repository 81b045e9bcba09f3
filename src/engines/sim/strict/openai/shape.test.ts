import { expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import { readShapes } from "../shape/notation.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { placeOf, shapeFault, shapeRules } from "./shape.ts";

describeRules({
  dialect: "openai",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.shape",
      good: { store: true },
      bad: { top_k: 1 },
      body: error("Unknown parameter: 'top_k'.", "top_k", "unknown_parameter"),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: [{ role: "human", content: "x" }] },
      body: error(
        "Invalid value: 'human'. Supported values are: 'developer', 'system', 'user', 'assistant', 'tool', and 'function'.",
        "messages[0].role",
        "invalid_value",
      ),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: undefined },
      body: error("Missing required parameter: 'messages'.", "messages", "missing_required_parameter"),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { temperature: "1" },
      body: error(
        "Invalid type for 'temperature': expected one of a number or null, but got a string instead.",
        "temperature",
        "invalid_type",
      ),
    },
    {
      rule: "openai.shape",
      good: {},
      bad: { messages: [user("a"), { role: "assistant", content: "x", reasoning_content: "y" }] },
      body: error(
        "Unknown parameter: 'messages[1].reasoning_content'.",
        "messages[1].reasoning_content",
        "unknown_parameter",
      ),
    },
  ],
});

const shapes = readShapes(`
Request = { one?: "a", two?: "a" | "b", item?: { list: list<number> }, any?: string | list<number>, object?: { x: 1 }, on?: boolean, all?: string | number | null }
`);
it.each<[object, string, string]>([
  [{ one: "x" }, "one", "Invalid value: 'x'. Supported values are: 'a'."],
  [{ two: "x" }, "two", "Invalid value: 'x'. Supported values are: 'a', and 'b'."],
  [{ one: 1 }, "one", "Invalid type for 'one': expected a string, but got an integer instead."],
  [{ one: 1.5 }, "one", "Invalid type for 'one': expected a string, but got a decimal instead."],
  [{ one: null }, "one", "Invalid type for 'one': expected a string, but got null instead."],
  [{ on: [] }, "on", "Invalid type for 'on': expected a boolean, but got an array instead."],
  [{ on: {} }, "on", "Invalid type for 'on': expected a boolean, but got an object instead."],
  [
    { any: true },
    "any",
    "Invalid type for 'any': expected one of a string or an array, but got a boolean instead.",
  ],
  [
    { all: true },
    "all",
    "Invalid type for 'all': expected one of a string, a number or null, but got a boolean instead.",
  ],
  [{ object: 1 }, "object", "Invalid type for 'object': expected an object, but got an integer instead."],
  [{ item: {} }, "item.list", "Missing required parameter: 'item.list'."],
  [
    { item: { list: [1, "x"] } },
    "item.list[1]",
    "Invalid type for 'item.list[1]': expected a number, but got a string instead.",
  ],
  [{ item: { list: [], more: 1 } }, "item.more", "Unknown parameter: 'item.more'."],
])("words the difference of %j at %s", (body, param, message) => {
  expect(shapeFault(body, "Request", { shapes })).toMatchObject({ param, message });
});

it("says nothing of a request that has its shape", () => {
  expect(shapeFault({ one: "a" }, "Request", { shapes })).toBeUndefined();
  const parts = [
    { type: "image_url", image_url: "https://a.test/x.png" },
    { type: "image_url", image_url: { url: "u" } },
  ];
  const messages = [
    user(parts),
    { role: "assistant", content: "a", annotations: [{}] },
    { role: "assistant", content: "a", annotations: null },
  ];
  expect(
    shapeRules["openai.shape"]!({ model: "m", stream: false, body: { model: "m", messages } }),
  ).toBeUndefined();
});

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", 0, "b", "c", 1, 2], "a[0].b.c[1][2]"],
  [[0, "a"], "[0].a"],
])("writes the path %j as %s", (path, place) => {
  expect(placeOf(path)).toBe(place);
});
