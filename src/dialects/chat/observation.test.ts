import { describe, expect, it } from "vitest";
import { openai } from "../openai/index.ts";

const usage = { prompt_tokens: 3, completion_tokens: 2 };

describe("observing Chat Completions", () => {
  it("sees id, model, usage and the end of a whole reply", () => {
    expect(openai.observe({ id: "r", model: "m", choices: [{ finish_reason: "stop" }], usage })).toEqual({
      id: "r",
      model: "m",
      usage: { input: 3, output: 2 },
      usageRaw: usage,
      end: "complete",
    });
  });

  it("sees no end before every choice of a chunk has a finish reason", () => {
    expect(openai.observe({ choices: [{ finish_reason: null }] })).toEqual({});
    expect(openai.observe({ choices: [{ finish_reason: "stop" }, { finish_reason: null }] })).toEqual({});
    expect(openai.observe({ choices: [{ finish_reason: "stop" }, 3] })).toEqual({});
    expect(openai.observe({ choices: [] })).toEqual({});
    expect(openai.observe({})).toEqual({});
  });

  it("sees usage inside a choice, unless the chunk has its own", () => {
    expect(openai.observe({ choices: [{ usage }] })).toMatchObject({ usageRaw: usage });
    const own = { prompt_tokens: 9 };
    expect(openai.observe({ usage: own, choices: [{ usage }] })).toMatchObject({ usageRaw: own });
  });

  it("sees a failure in an error member and in an event of that name", () => {
    expect(openai.observe({ error: { message: "x" } })).toEqual({ end: "failed" });
    expect(openai.observe({ error: "x", choices: [{ finish_reason: "stop" }] })).toEqual({ end: "failed" });
    expect(openai.observe({}, "error")).toEqual({ end: "failed" });
    expect(openai.observe({ error: null })).toEqual({});
  });

  it("has markers for every chunk with something to see, with and without spaces", () => {
    expect(openai.eventMarkers).toEqual([
      '"usage":{',
      '"usage": {',
      '"finish_reason":"',
      '"finish_reason": "',
      '"error"',
    ]);
  });
});
