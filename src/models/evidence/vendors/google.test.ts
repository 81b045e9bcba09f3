import { describe, expect, it } from "vitest";
import { taughtBy } from "../fixtures/lessons.ts";

const failure = (message: string) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } });
const rejected = { is: "rejected" };
const penalties = { sampling: { frequencyPenalty: rejected, presencePenalty: rejected } };
const levelOf = (thinkingLevel: string) => ({ generationConfig: { thinkingConfig: { thinkingLevel } } });

describe("an error of Google's", () => {
  it.each([
    [{ generationConfig: { frequencyPenalty: 1 } }, penalties],
    [{ generationConfig: { presencePenalty: 0.5 } }, penalties],
    [{ generationConfig: { temperature: 1 } }, undefined],
    [{ presencePenalty: 1 }, undefined],
  ])("about penalties teaches of %j: %j", (sent, expected) => {
    const error = failure("Penalty is not enabled for models/gemini-2.5-flash");
    expect(taughtBy("gemini", error, sent)).toEqual(expected);
    expect(taughtBy("openai", error, sent)).toBeUndefined();
  });

  it.each([
    ["MINIMAL", ["low", "medium", "high"]],
    ["LOW", ["minimal", "medium", "high"]],
    ["medium", ["minimal", "low", "high"]],
    ["HIGH", ["minimal", "low", "medium"]],
  ])("about the thinking level %s teaches which are left", (level, efforts) => {
    const error = failure(`Thinking level ${level} is not supported for this model.`);
    expect(taughtBy("gemini", error, levelOf(level))).toEqual({ reasoning: { efforts } });
    expect(
      taughtBy("gemini", error, { generationConfig: { thinkingConfig: { thinkingBudget: 1 } } }),
    ).toBeUndefined();
  });

  it("takes a level from those that were known", () => {
    const error = failure("Thinking level MINIMAL is not supported for this model.");
    const known = { reasoning: { efforts: ["minimal", "high"] } };
    expect(taughtBy("gemini", error, levelOf("MINIMAL"), known)).toEqual({
      reasoning: { efforts: ["high"] },
    });
  });

  it.each([
    "Function call is missing a thought_signature in functionCall parts.",
    "Please ensure that the number of function response parts is equal to the number of function call parts.",
    "Please ensure that function call turn comes immediately after a user turn.",
  ])("teaches nothing about the model if the request was at fault: %s", (message) => {
    const sent = { contents: [{}], generationConfig: { presencePenalty: 1 } };
    expect(taughtBy("gemini", failure(message), sent)).toBeUndefined();
  });
});
