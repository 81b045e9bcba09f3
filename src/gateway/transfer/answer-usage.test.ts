import { expect, it } from "vitest";
import { readAnswerUsage, readUsageAtEnd } from "./answer-usage.ts";

it("reads the counts of embeddings, images and Gemini", () => {
  expect(readAnswerUsage({ usage: { prompt_tokens: 8, total_tokens: 8 } })).toEqual({
    usage: { input: 8 },
    raw: { prompt_tokens: 8, total_tokens: 8 },
  });
  expect(readAnswerUsage({ usage: { input_tokens: 5, output_tokens: 0 } })?.usage).toEqual({
    input: 5,
    output: 0,
  });
  expect(readAnswerUsage({ usageMetadata: { promptTokenCount: 3, responseTokenCount: 4 } })?.usage).toEqual({
    input: 3,
    output: 4,
  });
});

it("finds nothing where there is no count", () => {
  for (const answer of [
    undefined,
    null,
    [],
    "text",
    {},
    { usage: null },
    { usage: { type: "duration", seconds: 9 } },
    { usage: { prompt_tokens: -1 } },
    { usage: { prompt_tokens: 1.5, input_tokens: "3" } },
  ])
    expect(readAnswerUsage(answer)).toBeUndefined();
});

it("reads the count at the end of a long answer, and nothing that only looks like one", () => {
  const tail = '0.1,0.2]}],"model":"m","usage": {"prompt_tokens":8,"details":{"audio":0},"total_tokens":8}}';
  expect(readUsageAtEnd(tail)?.usage).toEqual({ input: 8 });
  expect(readUsageAtEnd('"usage":{"prompt_tokens":1')).toBeUndefined();
  expect(readUsageAtEnd('"usage":{prompt_tokens}')).toBeUndefined();
  expect(readUsageAtEnd('"usage":null}')).toBeUndefined();
  expect(readUsageAtEnd("0.1]}")).toBeUndefined();
});
