import { describe, expect, it } from "vitest";
import { Cursor } from "../../members/cursor.ts";
import { readUsage, takeUsage, writeUsage } from "./usage.ts";

const whole = {
  promptTokenCount: 10,
  toolUsePromptTokenCount: 3,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 4,
  cachedContentTokenCount: 2,
  totalTokenCount: 24,
  promptTokensDetails: [
    { modality: "TEXT", tokenCount: 6 },
    { modality: "AUDIO", tokenCount: 4 },
  ],
  candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 1 }],
};

describe("usageMetadata", () => {
  it("counts what tools put into the prompt as input, and thoughts as output", () => {
    const { promptTokensDetails, candidatesTokensDetails } = whole;
    expect(readUsage(whole, "$")).toStrictEqual({
      input: 13,
      output: 11,
      total: 24,
      cacheRead: 2,
      reasoning: 4,
      inputAudio: 4,
      outputAudio: 1,
      vendor: { gemini: { toolUsePromptTokenCount: 3, promptTokensDetails, candidatesTokensDetails } },
    });
  });

  it("is written back as it came", () => {
    expect(writeUsage(readUsage(whole, "$"))).toStrictEqual(whole);
    for (const usage of [
      { toolUsePromptTokenCount: 3 },
      { thoughtsTokenCount: 4 },
      { promptTokenCount: 0 },
      {},
    ])
      expect(writeUsage(readUsage(usage, "$"))).toStrictEqual(usage);
  });

  it("may leave any count out, and passes over nulls", () => {
    expect(readUsage({ promptTokenCount: null, odd: null }, "$")).toStrictEqual({});
    expect(readUsage({ candidatesTokenCount: 1 }, "$")).toStrictEqual({ output: 1 });
    expect(
      readUsage({ promptTokensDetails: [{ modality: "TEXT", tokenCount: 1 }] }, "$").inputAudio,
    ).toBeUndefined();
    expect(
      readUsage({ promptTokensDetails: [3, { modality: "AUDIO", tokenCount: "x" }] }, "$").inputAudio,
    ).toBe(undefined);
    expect(readUsage({ promptTokensDetails: "x" }, "$").inputAudio).toBeUndefined();
  });

  it("must be an object of numbers", () => {
    expect(() => readUsage([], "$.u")).toThrow("$.u is a list, expected an object");
    expect(() => readUsage({ totalTokenCount: "x" }, "$.u")).toThrow(
      "$.u.totalTokenCount is string, expected a number",
    );
    expect(takeUsage(new Cursor({}, "$"))).toBeUndefined();
    expect(takeUsage(new Cursor({ usageMetadata: { totalTokenCount: 1 } }, "$"))).toStrictEqual({ total: 1 });
  });

  it("of another vendor has a total and the modalities of sound", () => {
    expect(writeUsage({ input: 10, output: 5, reasoning: 2, inputAudio: 4, outputAudio: 3 })).toStrictEqual({
      promptTokenCount: 10,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 15,
      promptTokensDetails: [
        { modality: "TEXT", tokenCount: 6 },
        { modality: "AUDIO", tokenCount: 4 },
      ],
      candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 3 }],
    });
    expect(writeUsage({ input: 1 })).toStrictEqual({ promptTokenCount: 1 });
    expect(writeUsage({ output: 1 })).toStrictEqual({ candidatesTokenCount: 1 });
    expect(writeUsage({ inputAudio: 4 })).toStrictEqual({
      promptTokensDetails: [{ modality: "AUDIO", tokenCount: 4 }],
    });
    expect(writeUsage({ total: 7, cacheRead: 0, reasoning: 0 })).toStrictEqual({
      cachedContentTokenCount: 0,
      thoughtsTokenCount: 0,
      totalTokenCount: 7,
    });
    expect(writeUsage({ output: 2, reasoning: 2 })).toStrictEqual({ thoughtsTokenCount: 2 });
  });
});
