import { describe, expect, it } from "vitest";
import { isMintedId, mintedId, open, PART_KINDS } from "./wire.ts";

const names = [
  ...PART_KINDS,
  "systemInstruction",
  "toolConfig",
  "generationConfig",
  "serviceTier",
  "thoughtSignature",
  "mimeType",
  "generateContentRequest",
  "fileUri",
  "partialArgs",
  "willContinue",
  "jsonPath",
  "stringValue",
  "functionDeclarations",
  "parametersJsonSchema",
  "functionCallingConfig",
  "allowedFunctionNames",
  "thinkingConfig",
  "thinkingBudget",
  "thinkingLevel",
  "includeThoughts",
  "topP",
  "topK",
  "candidateCount",
  "maxOutputTokens",
  "stopSequences",
  "presencePenalty",
  "frequencyPenalty",
  "responseLogprobs",
  "responseMimeType",
  "responseSchema",
  "responseJsonSchema",
  "responseModalities",
];

describe("the members of a protocol object", () => {
  it.each(names)("may be spelled in either way: %s", (name) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(open({ [snake]: 1, other: 2 }, "$").value).toEqual({ [name]: 1, other: 2 });
    expect(open({ [name]: 1 }, "$").value).toEqual({ [name]: 1 });
  });

  it("keep their name when they are unknown, and when both spellings are there", () => {
    const plain = { brand_new: 1, topP: 2 };
    expect(open(plain, "$").value).toBe(plain);
    expect(open({ top_p: 1, topP: 2 }, "$").value).toEqual({ top_p: 1, topP: 2 });
    expect(() => open(3, "$.x")).toThrow("$.x is number, expected an object");
  });
});

describe("an id that we made", () => {
  it("differs from the ids of the API", () => {
    expect(mintedId(3)).toBe("gemini_call_3");
    expect(isMintedId(mintedId("0af"))).toBe(true);
    for (const id of ["gemini_call_", "gemini_call_xyz", "call_3", "x_gemini_call_3"])
      expect(isMintedId(id)).toBe(false);
  });
});

it("lists the kinds of parts", () => {
  expect([...PART_KINDS]).toEqual([
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
    "audioTranscription",
  ]);
});
