import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const message = { role: "user", content: "How warm is it?" };
const tool = { name: "f", description: "d", input_schema: { type: "object" } };
const body = {
  model: "m",
  system: "Be brief.",
  tools: [tool],
  messages: [message],
  max_tokens: 10,
  temperature: 0.5,
  top_k: 3,
  stop_sequences: ["END"],
  stream: true,
};

function count(from: string, to: string, request: unknown) {
  const options = { operation: "count_tokens" as const };
  return translateRequest(findDialect(from), findDialect(to), request, options);
}

describe("a count of tokens", () => {
  it("G10: takes the members of the target's counter, and its path", () => {
    const gemini = count("claude", "gemini", body).request;
    expect(gemini.path).toBe("/v1beta/models/m:countTokens");
    expect(Object.keys(gemini.body)).toEqual(["generateContentRequest"]);
    expect(gemini.body["generateContentRequest"]).toMatchObject({ model: "models/m" });
    const codex = count("claude", "codex", body).request;
    expect(codex.path).toBe("/v1/responses/input_tokens");
    expect(Object.keys(codex.body).toSorted()).toEqual(["input", "instructions", "model", "tools"]);
    const kimi = count("claude", "kimi", body);
    expect(kimi.request.path).toBe("/v1/tokenizers/estimate-token-count");
    expect(Object.keys(kimi.request.body)).toEqual(["model", "messages"]);
    expect(kimi.report.entries).toContainEqual(
      expect.objectContaining({ path: "$.tools[0]", disposition: "disclosed" }),
    );
  });

  it("leaves out what the Messages counter refuses", () => {
    const request = {
      model: "m",
      messages: [message],
      max_completion_tokens: 9,
      temperature: 2,
      n: 3,
      seed: 1,
      stop: ["x"],
      logit_bias: { "1": 1 },
    };
    const { request: written, report } = count("openai", "claude", request);
    expect(written).toEqual({
      path: "/v1/messages/count_tokens",
      body: { model: "m", messages: [{ role: "user", content: "How warm is it?" }] },
    });
    expect(report.entries.filter((entry) => entry.disposition === "refused")).toEqual([]);
    expect(() => translateRequest(findDialect("openai"), findDialect("claude"), request)).toThrow("honoured");
  });

  it("is still refused for content that cannot be sent", () => {
    const audio = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
    const request = { model: "m", messages: [{ role: "user", content: [audio] }] };
    expect(() => count("openai", "claude", request)).toThrow("cannot be honoured");
  });

  it("is not there in dialects without a counter", () => {
    expect(() => count("claude", "openai", body)).toThrow("no endpoint that counts tokens");
    expect(() => count("claude", "copilot", body)).toThrow("no endpoint that counts tokens");
  });

  it("is read from Gemini with and without the request around it", () => {
    const contents = [{ role: "user", parts: [{ text: "hi" }] }];
    const wrapped = { generateContentRequest: { model: "models/g", contents } };
    expect(count("gemini", "claude", wrapped).request.body).toEqual({
      model: "g",
      messages: [{ role: "user", content: "hi" }],
    });
    const bare = translateRequest(
      findDialect("gemini"),
      findDialect("claude"),
      { contents },
      { model: "g", operation: "count_tokens" },
    );
    expect(bare.request.body).toEqual(count("gemini", "claude", wrapped).request.body);
  });
});
