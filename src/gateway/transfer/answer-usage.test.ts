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

it("finds nothing if there is no count", () => {
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

it("reads the counts under every name that vendors use", () => {
  const of = (usage: object) => readAnswerUsage({ usage })?.usage;
  for (const name of ["prompt_tokens", "input_tokens", "promptTokenCount"])
    expect(of({ [name]: 2 })).toEqual({ input: 2 });
  for (const name of ["completion_tokens", "output_tokens", "responseTokenCount", "candidatesTokenCount"])
    expect(of({ [name]: 3 })).toEqual({ output: 3 });
  expect(of({ prompt_tokens: 0 })).toEqual({ input: 0 });
  expect(of({ prompt_tokens: "1", input_tokens: 4 })).toEqual({ input: 4 });
  expect(of({ prompt_tokens: 2 ** 53 })).toBeUndefined();
});

it("goes on to the other member if the first has no count", () => {
  const usageMetadata = { promptTokenCount: 3 };
  expect(readAnswerUsage({ usage: "none", usageMetadata })?.raw).toBe(usageMetadata);
  expect(readAnswerUsage({ usage: {}, usageMetadata })?.raw).toBe(usageMetadata);
  expect(readUsageAtEnd('"usage":{},"usageMetadata":{"promptTokenCount":3}}')?.usage).toEqual({ input: 3 });
  expect(readUsageAtEnd('"usage":{oops},"usageMetadata":{"promptTokenCount":3}}')?.usage).toEqual({
    input: 3,
  });
});

it("takes the last count of a long answer, with what it holds", () => {
  const tail = '"usage":{"prompt_tokens":1},"usage":{"prompt_tokens":2,"a":{"b":{}},"c":{}},"d":{"e":1}}';
  expect(readUsageAtEnd(tail)).toEqual({
    usage: { input: 2 },
    raw: { prompt_tokens: 2, a: { b: {} }, c: {} },
  });
  expect(readUsageAtEnd('{"prompt_tokens":9},"usage":')).toBeUndefined();
});
