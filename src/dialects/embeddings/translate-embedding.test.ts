import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { translateEmbedding, translateVectors } from "./translate-embedding.ts";

const options = { pathModel: undefined, targetModel: undefined, strict: false, waived: [] };
const [openai, gemini, claude, kimi] = ["openai", "gemini", "claude", "kimi"].map(findDialect);
const estimate = (inputs: readonly string[]) => inputs.length * 100;

describe("a translated request for embeddings", () => {
  it("goes from OpenAI to Gemini with its losses", () => {
    const body = { model: "m", input: ["a", "b"], dimensions: 3, user: "u" };
    const { request, model, report } = translateEmbedding(openai!, gemini!, body, options);
    expect([request.path, model]).toEqual(["/v1beta/models/m:batchEmbedContents", "m"]);
    expect(report).toMatchObject({
      from: "openai",
      to: "gemini",
      direction: "request",
      entries: [{ path: "$.user", disposition: "disclosed", feature: "vendor" }],
    });
  });

  it("goes from Gemini to OpenAI and to Moonshot under the target's model", () => {
    const body = { content: { parts: [{ text: "a" }] }, outputDimensionality: 2 };
    for (const target of [openai!, kimi!]) {
      const { request } = translateEmbedding(gemini!, target, body, {
        ...options,
        pathModel: "m",
        targetModel: "t",
      });
      expect(request).toEqual({ path: "/v1/embeddings", body: { model: "t", input: "a", dimensions: 2 } });
    }
  });

  it("is refused in strict mode for a loss that is not waived", () => {
    const body = { model: "m", input: "a", user: "u" };
    const strict = { ...options, strict: true };
    expect(() => translateEmbedding(openai!, gemini!, body, strict)).toThrow(
      expect.objectContaining({ code: "mapping_lossy_conversion", where: "$.user" }) as Error,
    );
    expect(
      translateEmbedding(openai!, gemini!, body, { ...strict, waived: ["user"] }).report.entries,
    ).toHaveLength(1);
  });

  it("is refused by a dialect without embeddings, and without a model", () => {
    expect(() => translateEmbedding(openai!, claude!, { model: "m", input: "a" }, options)).toThrow(
      "claude has no embeddings. Route the model to an engine that has them",
    );
    expect(() => translateEmbedding(openai!, gemini!, { input: "a" }, options)).toThrow(
      "$.model is required",
    );
  });
});

describe("translated vectors", () => {
  const asked = { model: "m", inputs: ["a"], isList: true, encoding: "float", losses: [] } as const;

  it("have an estimate if the engine counts no tokens and the caller expects a number", () => {
    const body = { embeddings: [{ values: [1] }] };
    const { body: written, isEstimated } = translateVectors(gemini!, openai!, body, {
      asked,
      model: "m",
      estimate,
    });
    expect(isEstimated).toBe(true);
    expect(written["usage"]).toEqual({ prompt_tokens: 100, total_tokens: 100 });
  });

  it("have the engine's own count if there is one", () => {
    const body = { embeddings: [{ values: [1] }], usageMetadata: { promptTokenCount: 7 } };
    const found = translateVectors(gemini!, openai!, body, { asked, model: "m", estimate });
    expect([found.isEstimated, found.body["usage"]]).toEqual([false, { prompt_tokens: 7, total_tokens: 7 }]);
    expect(found.report.entries).toEqual([]);
  });

  it("say that a count is lost on the way to Gemini", () => {
    const body = { data: [{ embedding: [1] }], usage: { prompt_tokens: 7 } };
    const found = translateVectors(openai!, gemini!, body, { asked, model: "m", estimate });
    expect(found.body).toEqual({ embeddings: [{ values: [1] }] });
    expect(found.report).toMatchObject({
      direction: "response",
      entries: [{ path: "$.usage", disposition: "disclosed" }],
    });
    const silent = translateVectors(
      openai!,
      gemini!,
      { data: [{ embedding: [1] }] },
      { asked, model: "m", estimate },
    );
    expect([silent.isEstimated, silent.report.entries]).toEqual([false, []]);
  });

  it("are rejected if there is not one for each input", () => {
    expect(() =>
      translateVectors(gemini!, openai!, { embeddings: [] }, { asked, model: "m", estimate }),
    ).toThrow("0 vectors came for 1 inputs");
  });
});
