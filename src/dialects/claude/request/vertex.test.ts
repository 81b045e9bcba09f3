import { describe, expect, it } from "vitest";
import { vertex } from "./vertex.ts";

const added = { anthropic_version: "vertex-2023-10-16" };
const call = { model: "claude-x@20250101", streams: false };

describe("Messages on Vertex AI", () => {
  it("are asked for at the model's path, by whether they stream", () => {
    const root = "/publishers/anthropic/models/claude-x@20250101";
    const place = { removed: ["model"], added };
    expect(vertex.place("/v1/messages", call)).toEqual({ ...place, path: `${root}:rawPredict` });
    expect(vertex.place("/v1/messages?beta=true", { ...call, streams: true })).toEqual({
      ...place,
      path: `${root}:streamRawPredict`,
    });
  });

  it("are counted at a path of their own, with the model in the body", () => {
    expect(vertex.place("/v1/messages/count_tokens?beta=true", call)).toEqual({
      path: "/publishers/anthropic/models/count-tokens:rawPredict",
      removed: [],
      added,
    });
  });

  it("have no other endpoints, and need a model", () => {
    expect(vertex.place("/v1/messages/batches", call)).toBeUndefined();
    expect(vertex.place("/v1/messages", { ...call, model: undefined })).toBeUndefined();
  });

  it("keep a model's name within its place in the path", () => {
    expect(vertex.place("/v1/messages", { ...call, model: "../x/y:z?q#f" })?.path).toBe(
      "/publishers/anthropic/models/..%2Fx%2Fy%3Az%3Fq%23f:rawPredict",
    );
  });
});
