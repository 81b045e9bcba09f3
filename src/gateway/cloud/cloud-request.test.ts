import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { spliceForCloud, writeForCloud } from "./cloud-request.ts";

const claude = { name: "v", cloud: findDialect("claude").vertex };
const gemini = { name: "g", cloud: findDialect("gemini").vertex };
const plain = { name: "p", cloud: undefined };
const rawPredict = "/publishers/anthropic/models/m:rawPredict";

function splice(text: string, { engine = claude, path = "/v1/messages", model = "m" } = {}) {
  const request = { path, body: Buffer.from(text), changes: ["before"] };
  const placed = spliceForCloud(engine, request, {
    model: model === "" ? undefined : model,
    streams: false,
    maxDepth: 100,
  });
  return { ...placed, body: placed.body.toString() };
}

describe("a request that passes through to a cloud", () => {
  it("loses its model, gets the version, and keeps every other byte", () => {
    expect(splice('{ "model":"m", "max_tokens" : 5 }')).toEqual({
      path: rawPredict,
      body: '{"anthropic_version":"vertex-2023-10-16",  "max_tokens" : 5 }',
      changes: [
        "before",
        "the member model was taken out of the body, which the cloud does not take there",
        'the member anthropic_version, "vertex-2023-10-16", was put into the body',
      ],
    });
  });

  it("keeps a version of its own, and a body that is no object", () => {
    expect(splice('{"anthropic_version":"x","model":"m"}').body).toBe('{"anthropic_version":"x"}');
    expect(splice("[]")).toMatchObject({ body: "[]", changes: ["before"] });
  });

  it("keeps its model if tokens are counted", () => {
    const counted = splice('{"model":"m"}', { path: "/v1/messages/count_tokens" });
    expect(counted.body).toBe('{"anthropic_version":"vertex-2023-10-16","model":"m"}');
  });

  it("differs in the path alone on Gemini", () => {
    expect(splice('{"a": 1}', { engine: gemini, path: "/v1beta/models/m:generateContent?x=1" })).toEqual({
      path: "/publishers/google/models/m:generateContent?x=1",
      body: '{"a": 1}',
      changes: ["before"],
    });
  });

  it("is unwrapped if Gemini counts tokens, and stays as it is if nothing is wrapped", () => {
    const count = { engine: gemini, path: "/v1beta/models/m:countTokens" };
    const wrapped =
      '{"generateContentRequest": {"model":"models/m","contents" : [],"toolConfig":{},"store":true} }';
    expect(splice(wrapped, count)).toEqual({
      path: "/publishers/google/models/m:countTokens",
      body: '{"contents" : []}',
      changes: [
        "before",
        "the value of generateContentRequest was sent in place of the body",
        ...["model", "toolConfig", "store"].map(
          (name) => `the member ${name} was taken out of the body, which the cloud does not take there`,
        ),
      ],
    });
    const plain = '{"contents": [], "model": "x"}';
    expect(splice(plain, count)).toMatchObject({ body: plain, changes: ["before"] });
  });

  it("is refused if the cloud has no such endpoint, or no model is named", () => {
    expect(() => splice("{}", { path: "/v1/complete" })).toThrow(
      expect.objectContaining({ code: "route_not_found" }),
    );
    expect(() => splice("{}", { model: "" })).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where: "$.model" }),
    );
  });

  it("is left alone on other engines", () => {
    const request = { path: "/v1/messages", body: Buffer.from("{}"), changes: [] };
    expect(spliceForCloud(plain, request, { model: "m", streams: false, maxDepth: 9 })).toBe(request);
  });
});

describe("a request that is written for a cloud", () => {
  it("has the cloud's path and members", () => {
    const written = {
      path: "/v1/messages",
      body: { model: "m", max_tokens: 5, stream: true },
      headers: ["a", "b"],
    };
    expect(writeForCloud(claude, written)).toEqual({
      path: "/publishers/anthropic/models/m:streamRawPredict",
      body: { anthropic_version: "vertex-2023-10-16", max_tokens: 5, stream: true },
      headers: ["a", "b"],
    });
    expect(writeForCloud(plain, written)).toBe(written);
    const generateContentRequest = { model: "models/m", contents: [], toolConfig: {} };
    const counted = { path: "/v1beta/models/m:countTokens", body: { generateContentRequest } };
    expect(writeForCloud(gemini, counted)).toEqual({
      path: "/publishers/google/models/m:countTokens",
      body: { contents: [] },
    });
  });
});
