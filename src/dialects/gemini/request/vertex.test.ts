import { describe, expect, it } from "vitest";
import { vertex } from "./vertex.ts";

const pathOf = (path: string) => vertex.place(path, { model: "m", streams: false })?.path;

describe("Gemini on Vertex AI", () => {
  it("differs in the path alone", () => {
    expect(vertex.place("/v1beta/models/gemini-x:generateContent", { model: "m", streams: false })).toEqual({
      path: "/publishers/google/models/gemini-x:generateContent",
      removed: [],
      added: {},
    });
    expect(pathOf("/v1/models/g:streamGenerateContent?alt=sse")).toBe(
      "/publishers/google/models/g:streamGenerateContent?alt=sse",
    );
    expect(pathOf("/v1/projects/other/locations/l/publishers/google/models/g%2Fh:countTokens")).toBe(
      "/publishers/google/models/g%2Fh:countTokens",
    );
  });

  it("counts tokens of a request that is not wrapped", () => {
    expect(vertex.place("/v1beta/models/g:countTokens", { model: "g", streams: false })).toMatchObject({
      unwrapped: "generateContentRequest",
      removed: expect.arrayContaining(["model", "toolConfig", "safetySettings"]),
    });
  });

  it("has no lists, files and batches of the Gemini API", () => {
    for (const path of [
      "/v1beta/models",
      "/v1beta/files",
      "/v1beta/models/g:batchEmbedContents",
      "/v1beta/models/g/h:generateContent",
    ])
      expect(pathOf(path)).toBeUndefined();
  });
});
