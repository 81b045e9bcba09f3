import { expect, it } from "vitest";
import { findQuestion } from "./asked-question.ts";

it.each([
  ["Hm.\n<question>Red or\nblue?</question>\n ", "Red or\nblue?"],
  ["<question>a</question> and <question> b </question>", "b"],
  ["<question>a</question> or so", undefined],
  ["no question", undefined],
  ["</question>", undefined],
  ["<question> </question>", undefined],
  [`<question>${"x".repeat(10_000)}</question>`, "x".repeat(10_000)],
  [`<question>${"x".repeat(10_001)}</question>`, undefined],
])("the question of %j", (message, question) => {
  expect(findQuestion(message)).toBe(question);
});
