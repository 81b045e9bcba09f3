import { describe, expect, it } from "vitest";
import type { LossReport } from "../../contract/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf, testCaller } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import { addressRequest, passthroughRequest, translatedRequest } from "./upstream-request.ts";

function requestOf(
  body: unknown,
  { target = "/v1/messages", headers = [] as string[], method = "POST" } = {},
): CallRequest {
  const bytes = typeof body === "string" ? Buffer.from(body) : bodyOf(body);
  const request = new CallRequest(admissionTo(target, headers, testCaller(), method), bytes);
  request.scan(64);
  return request;
}

function targetOf(more: Partial<Target> = {}, usesCallerKey = false): Target {
  return {
    engine: fakeEngine("e", "claude", { usesCallerKey }),
    model: undefined,
    getsCallerKey: true,
    ...more,
  };
}

describe("the model of a passthrough request", () => {
  it.each([undefined, "m"])(
    "is left alone where the target names %s, with the caller's own bytes",
    (model) => {
      const request = requestOf({ model: "m", max_tokens: 1 });
      const addressed = addressRequest(request, model);
      expect(addressed.body).toBe(request.body);
      expect(addressed).toMatchObject({ path: "/v1/messages", changes: [] });
    },
  );

  it("is replaced in the body, and every other byte stays", () => {
    const request = requestOf('{ "max_tokens":1.0, "model" : "a\\u0062", "x":"ä" }', {
      target: "/v1/messages?beta=true",
    });
    const { body, path, changes } = addressRequest(request, 'new "one"');
    expect(body.toString()).toBe('{ "max_tokens":1.0, "model" : "new \\"one\\"", "x":"ä" }');
    expect(path).toBe("/v1/messages?beta=true");
    expect(changes).toEqual(['the model "ab" was replaced by "new \\"one\\""']);
  });

  it("is replaced in the path if the dialect names it there, and the body stays", () => {
    const request = requestOf(
      { contents: [], model: "ignored" },
      { target: "/v1beta/models/gemini-a:streamGenerateContent?alt=sse" },
    );
    const { body, path, changes } = addressRequest(request, "tuned/b c");
    expect(body).toBe(request.body);
    expect(path).toBe("/v1beta/models/tuned%2Fb%20c:streamGenerateContent?alt=sse");
    expect(changes).toEqual(['the model "gemini-a" was replaced by "tuned/b c"']);
  });

  it("cannot be replaced if the request names none", () => {
    expect(() => addressRequest(requestOf({ max_tokens: 1 }), "m")).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where: "$.model" }),
    );
    expect(() => addressRequest(requestOf("not json"), "m")).toThrow(/names no model to be replaced/);
  });

  it("is named as empty in the changes if its value is no text", () => {
    expect(addressRequest(requestOf({ model: 7 }), "m").changes).toEqual([
      'the model "" was replaced by "m"',
    ]);
  });

  it("is replaced in the value if earlier turns were inserted, and nothing is noted", () => {
    const request = requestOf({ model: "a" });
    request.expand({ model: "a", input: ["earlier"] });
    const kept = addressRequest(request, undefined);
    expect([JSON.parse(kept.body.toString()), kept.path, kept.changes]).toEqual([
      { model: "a", input: ["earlier"] },
      "/v1/messages",
      [],
    ]);
    expect(JSON.parse(addressRequest(request, "b").body.toString())).toEqual({
      model: "b",
      input: ["earlier"],
    });
  });
});

describe("a passthrough request", () => {
  it("has the caller's method, path and body, its headers without the credentials, and is not repeated", () => {
    const request = requestOf(
      { model: "m" },
      { headers: ["Anthropic-Beta", "b", "X-Api-Key", "secret", "X-ABP-Engine", "e"] },
    );
    expect(passthroughRequest(request, targetOf(), "/v1/messages?x=1", request.body)).toEqual({
      method: "POST",
      path: "/v1/messages?x=1",
      headers: ["content-type", "application/json", "Anthropic-Beta", "b"],
      body: request.body,
      repeatable: false,
    });
  });

  it("has no body if the caller sent none", () => {
    const request = requestOf("", { target: "/v1/responses/resp_1", method: "DELETE" });
    const sent = passthroughRequest(request, targetOf(), "/v1/responses/resp_1", request.body);
    expect([sent.method, "body" in sent]).toEqual(["DELETE", false]);
  });
});

describe("the caller's own vendor key", () => {
  const both = { headers: ["x-abp-key", "ours", "authorization", "Bearer sk-vendor"] };

  it.each([
    ["the engine uses callers' keys and it was meant for this one", true, true, both, "sk-vendor"],
    ["it was not meant for this engine", false, true, both, undefined],
    ["the engine has a key of its own", true, false, both, undefined],
    ["the caller sent one key only", true, true, { headers: ["authorization", "Bearer ours"] }, undefined],
  ])("goes on or stays where %s", (_, getsCallerKey, usesCallerKey, options, expected) => {
    const request = requestOf({ model: "m" }, options);
    const target = targetOf({ getsCallerKey }, usesCallerKey);
    const same = passthroughRequest(request, target, "/v1/messages", request.body);
    expect(same.callerCredential).toBe(expected);
    expect("callerCredential" in same).toBe(expected !== undefined);
    const translation = { request: { path: "/", body: {} }, report: reportOf() };
    expect(translatedRequest(request, target, translation).request.callerCredential).toBe(expected);
  });
});

function reportOf(...entries: LossReport["entries"]): LossReport {
  return { from: "openai", to: "claude", direction: "request", entries };
}

describe("a translated request", () => {
  const body = { model: "b", max_tokens: 1 };
  const translation = { request: { path: "/v1/messages", body }, report: reportOf() };

  it("has the engine's path, body and headers, and the digest of what is sent", () => {
    const sent = translatedRequest(requestOf({ model: "a" }), targetOf(), translation);
    const bytes = Buffer.from(JSON.stringify(body));
    expect(sent).toEqual({
      upstreamRequest: digestBody(bytes),
      upstreamModel: "a",
      request: {
        method: "POST",
        path: "/v1/messages",
        headers: ["content-type", "application/json", "accept", "*/*", "anthropic-version", "2023-06-01"],
        body: bytes,
        repeatable: true,
      },
    });
  });

  it("has the headers that the API wants for the body", () => {
    const beta = ["anthropic-beta", "mcp-client-2025-11-20"];
    const request = { ...translation.request, headers: beta };
    const sent = translatedRequest(requestOf({ model: "a" }), targetOf(), { ...translation, request });
    expect(sent.request.headers.slice(-2)).toEqual(beta);
  });

  it("names the target's model if it has one", () => {
    const target = targetOf({ model: "b" });
    expect(translatedRequest(requestOf({ model: "a" }), target, translation).upstreamModel).toBe("b");
  });

  it("passes the trace on", () => {
    const request = requestOf({ model: "a" }, { headers: ["Traceparent", "00-1-2-01", "x-other", "1"] });
    const { headers } = translatedRequest(request, targetOf(), translation).request;
    expect(headers.slice(-2)).toEqual(["traceparent", "00-1-2-01"]);
  });

  it.each([
    ["it is the caller's first try", ["x-stainless-retry-count", "0"], [], true],
    ["the caller retries already", ["X-Stainless-Retry-Count", "1"], [], false],
    [
      "the engine runs tools",
      [],
      [{ path: "$.tools[0]", feature: "tool.server", disposition: "mapped", reason: "r" }],
      false,
    ],
    [
      "a tool of another vendor was left out",
      [],
      [{ path: "$.tools[0]", feature: "tool.server", disposition: "disclosed", reason: "r" }],
      true,
    ],
    [
      "the tools are the caller's",
      [],
      [{ path: "$.t", feature: "tool.function", disposition: "mapped", reason: "r" }],
      true,
    ],
  ] as const)("may be repeated by us or not where %s", (_, headers, entries, expected) => {
    const request = requestOf({ model: "a" }, { headers: [...headers] });
    const report = reportOf(...entries);
    expect(translatedRequest(request, targetOf(), { ...translation, report }).request.repeatable).toBe(
      expected,
    );
  });
});
