import { describe, expect, it } from "vitest";
import { embeddings } from "./embeddings.ts";

const content = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) });
const read = (body: object) => embeddings.readRequest(body, "m");

describe("a request for embeddings in Gemini's form", () => {
  it("is read from one content", () => {
    expect(read({ model: "models/m", content: { role: "user", ...content("a") } })).toEqual({
      model: "m",
      inputs: ["a"],
      isList: false,
      encoding: "float",
      losses: [],
    });
  });

  it("is read from a list of requests, in either spelling", () => {
    const requests = [
      { content: content("a"), outputDimensionality: 4 },
      { content: content("b"), output_dimensionality: 4 },
    ];
    expect(read({ requests })).toMatchObject({ inputs: ["a", "b"], isList: true, dimensions: 4, losses: [] });
  });

  it("accounts for the purpose and the title, and for parts that are joined", () => {
    const { inputs, losses } = read({ content: content("a", "b"), taskType: "RETRIEVAL_QUERY", title: "t" });
    expect(inputs).toEqual(["a\nb"]);
    expect(losses.map(({ path, disposition }) => [path, disposition])).toEqual([
      ["$.content.parts", "mapped"],
      ["$.taskType", "disclosed"],
      ["$.title", "disclosed"],
    ]);
    const listed = read({ requests: [{ content: content("a"), taskType: "X" }], extra: 1 });
    expect(listed.losses.map(({ path }) => path)).toEqual(["$.requests[0].taskType", "$.extra"]);
  });

  it.each([
    [{ content: { parts: [{ inlineData: {} }] } }, "$.content.parts[0].inlineData is no text"],
    [
      {
        requests: [
          { content: content("a"), outputDimensionality: 4 },
          { content: content("b"), outputDimensionality: 5 },
        ],
      },
      "$.requests[1].outputDimensionality differs",
    ],
  ])("is refused if no other vendor can take it (%j)", (body, message) => {
    expect(() => read(body)).toThrow(message);
    expect(() => read(body)).toThrow(
      expect.objectContaining({ code: "mapping_unsupported_capability" }) as Error,
    );
  });

  it.each([
    [{}, "$.content is required"],
    [{ requests: [] }, "$.requests[0] is required"],
    [{ content: { parts: [] } }, "$.content.parts is required"],
    [{ content: content("") }, "$.content.parts is required"],
    [{ content: content("a"), model: "models/other" }, "$.model is not the model of the path"],
  ])("is rejected with its place (%j)", (body, message) => {
    expect(() => read(body)).toThrow(message);
  });

  it("is written to the endpoint of one content or of a list", () => {
    const asked = { model: "x", inputs: ["a"], isList: false, encoding: "float", losses: [] } as const;
    const one = { model: "models/e/1", content: { parts: [{ text: "a" }] } };
    expect(embeddings.writeRequest(asked, "e/1")).toEqual({
      path: "/v1beta/models/e%2F1:embedContent",
      body: one,
    });
    expect(embeddings.writeRequest({ ...asked, isList: true, dimensions: 2 }, "e/1")).toEqual({
      path: "/v1beta/models/e%2F1:batchEmbedContents",
      body: { requests: [{ ...one, outputDimensionality: 2 }] },
    });
  });

  it("gets another model wherever it names one", () => {
    const { withModel } = embeddings;
    expect(withModel?.({ model: "models/a", content: 1 }, "b")).toEqual({ model: "models/b", content: 1 });
    expect(withModel?.({ requests: [{ model: "models/a" }, 7] }, "b")).toEqual({
      requests: [{ model: "models/b" }, 7],
    });
    expect(withModel?.({ content: 1 }, "b")).toBeUndefined();
  });
});

describe("vectors in Gemini's form", () => {
  it("are read from one embedding or from a list, with tokens if they are stated", () => {
    expect(embeddings.readReply({ embedding: { values: [1] } })).toEqual({ vectors: [[1]] });
    const body = { embeddings: [{ values: [1] }, { values: [2] }], usageMetadata: { promptTokenCount: 4 } };
    expect(embeddings.readReply(body)).toEqual({ vectors: [[1], [2]], inputTokens: 4 });
  });

  it("are rejected with their place if they are no vectors", () => {
    expect(() => embeddings.readReply({})).toThrow("$.embedding is required");
    expect(() => embeddings.readReply({ embeddings: [{}] })).toThrow("$.embeddings[0].values is");
  });

  it("are written as one embedding or as a list", () => {
    const write = (isList: boolean) =>
      embeddings.writeReply(
        { vectors: [[1, 2]] },
        { request: { isList, encoding: "float" }, model: "m", inputTokens: 1 },
      );
    expect(write(false)).toEqual({ embedding: { values: [1, 2] } });
    expect(write(true)).toEqual({ embeddings: [{ values: [1, 2] }] });
  });
});
