import { describe, expect, it } from "vitest";
import { openaiEmbeddings } from "./openai-embeddings.ts";
import { encodeVector } from "./vector-text.ts";

const codec = openaiEmbeddings("/v1/embeddings");
const read = (body: object) => codec.readRequest({ model: "m", ...body }, undefined);

describe("a request for embeddings in OpenAI's form", () => {
  it("is read with one text or a list, its dimensions and its encoding", () => {
    expect(read({ input: "a" })).toEqual({
      model: "m",
      inputs: ["a"],
      isList: false,
      encoding: "float",
      losses: [],
    });
    expect(read({ input: ["a", "b"], dimensions: 4, encoding_format: "base64" })).toMatchObject({
      inputs: ["a", "b"],
      isList: true,
      dimensions: 4,
      encoding: "base64",
    });
  });

  it("accounts for each member that only OpenAI has, and for none that is null", () => {
    const { losses } = read({ input: "a", user: "u", extra: 1, metadata: null });
    expect(losses.map(({ path, disposition }) => [path, disposition])).toEqual([
      ["$.user", "disclosed"],
      ["$.extra", "disclosed"],
    ]);
  });

  it.each([[[1, 2]], [[[1, 2], [3]]], [7]])("is refused with tokens (%j)", (input) => {
    expect(() => read({ input })).toThrow(
      expect.objectContaining({ code: "mapping_unsupported_capability", where: "$.input" }) as Error,
    );
  });

  it.each([
    [{}, "$.input is required"],
    [{ input: [] }, "$.input[0] is required"],
    [{ input: "" }, "$.input is empty"],
    [{ input: ["a", ""] }, "$.input[1] is empty"],
    [{ input: [{}] }, "$.input[0] is an object, expected text"],
    [{ input: "a", dimensions: 0 }, "$.dimensions is number, expected a whole number above 0"],
    [{ input: "a", dimensions: 1.5 }, "$.dimensions is number, expected a whole number above 0"],
    [{ input: "a", encoding_format: "hex" }, '$.encoding_format is string, expected "float" or "base64"'],
  ])("is rejected with its place (%j)", (body, message) => {
    expect(() => read(body)).toThrow(message);
  });

  it("is written with one text or a list, as it was asked", () => {
    const asked = { inputs: ["a"], isList: false, encoding: "base64", losses: [], model: "x" } as const;
    expect(codec.writeRequest(asked, "m")).toEqual({
      path: "/v1/embeddings",
      body: { model: "m", input: "a" },
    });
    expect(codec.writeRequest({ ...asked, isList: true, dimensions: 3 }, "m").body).toEqual({
      model: "m",
      input: ["a"],
      dimensions: 3,
    });
  });
});

describe("vectors in OpenAI's form", () => {
  it("are read as numbers or base64, in the order of their index, with their tokens", () => {
    const body = {
      data: [
        { index: 1, embedding: encodeVector([0.5]) },
        { index: 0, embedding: [0.25] },
      ],
      usage: { prompt_tokens: 3, total_tokens: 3 },
    };
    expect(codec.readReply(body)).toEqual({ vectors: [[0.25], [0.5]], inputTokens: 3 });
    expect(codec.readReply({ data: [{ embedding: [1] }] })).toEqual({
      vectors: [[1]],
      inputTokens: undefined,
    });
  });

  it("are rejected with their place if they are no vectors", () => {
    expect(() => codec.readReply({})).toThrow("$.data is required");
    expect(() => codec.readReply({ data: [{ embedding: ["a"] }] })).toThrow("$.data[0].embedding is a list");
    expect(() => codec.readReply({ data: [{ embedding: [] }] })).toThrow("$.data[0].embedding is a list");
  });

  it("are written as numbers or base64, with every member that OpenAI's clients expect", () => {
    const write = (encoding: "float" | "base64") =>
      codec.writeReply(
        { vectors: [[1], [2]] },
        { request: { isList: true, encoding }, model: "m", inputTokens: 5 },
      );
    expect(write("float")).toEqual({
      object: "list",
      data: [
        { object: "embedding", index: 0, embedding: [1] },
        { object: "embedding", index: 1, embedding: [2] },
      ],
      model: "m",
      usage: { prompt_tokens: 5, total_tokens: 5 },
    });
    expect(write("base64")).toMatchObject({ data: [{ embedding: "AACAPw==" }, { embedding: "AAAAQA==" }] });
  });
});
