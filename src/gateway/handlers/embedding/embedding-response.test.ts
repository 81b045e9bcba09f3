import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { findDialect, translateEmbedding } from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import { ByteBudget, findHeader } from "../../../lib/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { SliceQueue } from "../../slices/slice-queue.ts";
import { EmbeddingResponse } from "./embedding-response.ts";

const request: UpstreamRequest = { method: "POST", path: "/x", headers: [], repeatable: true };
const vectors = JSON.stringify({ embeddings: [{ values: [1, 2] }, { values: [3, 4] }] });

function open(owned: Partial<RecordingOwner> = {}, engine: Partial<Engine> = {}, budget = 1 << 30) {
  const owner = Object.assign(new RecordingOwner(), owned);
  const dialect = findDialect("openai");
  const body = { model: "m", input: ["ab", "cdefghi"], user: "u" };
  const { request: _, ...translation } = translateEmbedding(dialect, findDialect("gemini"), body, {
    pathModel: undefined,
    targetModel: "g",
    strict: false,
    waived: [],
  });
  const response = new EmbeddingResponse({
    owner,
    dialect,
    engine: scriptedEngine("e", "gemini", undefined, engine),
    translation,
    request,
    upstreamRequest: { bytes: 3, sha256: "aa" },
    heldBytes: new ByteBudget(budget),
    slices: new SliceQueue(),
  });
  return { owner, response };
}

function answer(response: EmbeddingResponse, status: number, body: string, headers: readonly string[] = []) {
  response.onHead(status, [...headers]);
  response.onData(Buffer.from(body));
  response.onEnd();
}

describe("vectors of an engine of another dialect", () => {
  it("are taken as they come, in pieces", () => {
    const { owner, response } = open();
    response.onHead(200, []);
    for (const part of [vectors.slice(0, 10), vectors.slice(10)])
      expect(response.onData(Buffer.from(part))).toBe(true);
    response.onEnd();
    expect(owner.status).toBe(200);
  });

  it("do not hide a fault of ours behind an error of the engine", () => {
    const fault = new TypeError("a fault");
    const dialect = Object.create(findDialect("gemini"), {
      embeddings: {
        get: () => {
          throw fault;
        },
      },
    });
    const { owner, response } = open({}, { dialect });
    expect(() => answer(response, 200, vectors)).toThrow(fault);
    expect(owner.log).toEqual([]);
  });

  it("may have 256 MiB", () => {
    const { owner, response } = open();
    response.onHead(200, []);
    // Memory that nothing touches is never given.
    expect(response.onData(Buffer.allocUnsafeSlow(256 * 1024 * 1024))).toBe(true);
    expect(response.onData(Buffer.alloc(1))).toBe(false);
    expect(owner.error?.message).toBe("the engine's vectors are too large to be translated");
    response.release();
  });

  it("are written in the caller's form, with the losses of the request in a header", () => {
    const { owner, response } = open();
    expect(response).toMatchObject({
      mode: "mapped",
      request,
      upstreamModel: "g",
      upstreamRequest: { bytes: 3 },
    });
    answer(response, 200, vectors);
    expect([owner.status, owner.log, owner.error]).toEqual([200, ["head", "end", "finished"], undefined]);
    expect(JSON.parse(owner.text)).toMatchObject({
      object: "list",
      data: [{ embedding: [1, 2] }, { embedding: [3, 4] }],
      model: "g",
    });
    expect(findHeader(owner.headers, "x-abp-loss")).toBe("disclosed $.user");
    expect(response.facts()).toMatchObject({
      observed: { model: "g", end: "complete" },
      upstreamResponse: digestBody(Buffer.from(vectors)),
      response: digestBody(Buffer.from(owner.text)),
      mapping: [
        { direction: "request", entries: [{ path: "$.user" }] },
        { direction: "response", entries: [] },
      ],
    });
  });

  it("state an estimate as one, and leave it out of the record", () => {
    const { owner, response } = open();
    answer(response, 200, vectors);
    const { usage } = JSON.parse(owner.text) as { usage: { prompt_tokens: number } };
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(Number.isInteger(usage.prompt_tokens)).toBe(true);
    expect(findHeader(owner.headers, "x-abp-estimate")).toBe("true");
    expect(response.facts().observed.usage).toBeUndefined();
    expect(response.facts().warnings).toEqual([
      "the engine counts no tokens of embeddings; the count is an estimate",
    ]);
  });

  it("state the engine's own count, which is recorded", () => {
    const { owner, response } = open();
    const counted = { ...(JSON.parse(vectors) as object), usageMetadata: { promptTokenCount: 9 } };
    answer(response, 200, JSON.stringify(counted));
    expect(JSON.parse(owner.text)).toMatchObject({ usage: { prompt_tokens: 9, total_tokens: 9 } });
    expect(findHeader(owner.headers, "x-abp-estimate")).toBeUndefined();
    expect(response.facts()).toMatchObject({ observed: { usage: { input: 9, output: 0 } }, warnings: [] });
  });

  it.each(["{}", "<html>", '{"embeddings":[{"values":[1]}]}'])(
    "fail where they cannot be read (%s)",
    (body) => {
      const { owner, response } = open();
      answer(response, 200, body);
      expect(owner.error).toMatchObject({ code: "backend_unavailable" });
      expect(owner.error?.message).toContain("the engine's vectors cannot be read");
      expect(owner.status).toBeUndefined();
    },
  );

  it("fail if they are larger than what may be held", () => {
    const { owner, response } = open({}, {}, 4);
    response.onHead(200, []);
    expect(response.onData(Buffer.from(vectors))).toBe(false);
    expect(owner.error?.message).toBe("the engine's vectors are too large to be translated");
  });
});

describe("a failure instead of vectors", () => {
  const quota = JSON.stringify({
    error: { code: 429, message: "sesame is used up", status: "RESOURCE_EXHAUSTED" },
  });

  it("is answered in the caller's envelope, without secrets and with the hints for a retry", () => {
    const { owner, response } = open({}, { conceal: (text) => text.replaceAll("sesame", "[redacted]") });
    answer(response, 429, quota, ["retry-after", "7"]);
    expect(owner.status).toBe(429);
    expect(JSON.parse(owner.text)).toMatchObject({ error: { message: "[redacted] is used up" } });
    expect(findHeader(owner.headers, "retry-after")).toBe("7");
    expect(findHeader(owner.headers, "x-abp-loss")).toContain("disclosed $.user");
    expect(owner.error).toMatchObject({ code: "backend_rate_limited" });
    expect(response.facts().mapping.map(({ direction }) => direction)).toEqual(["request", "error"]);
  });

  it("goes to another engine if that may take over", () => {
    const { owner, response } = open({ takesOver: true });
    answer(response, 429, quota);
    expect([owner.status, owner.outcome]).toEqual([undefined, undefined]);
    expect(owner.offered).toMatchObject([{ code: "backend_rate_limited" }]);
    const rejected = open({ takesOver: true });
    answer(rejected.response, 400, '{"error":{"message":"no"}}');
    expect([rejected.owner.status, rejected.owner.offered]).toEqual([400, []]);
  });

  it("of the connection ends the call if no other engine takes over", () => {
    const { owner, response } = open();
    response.onFailure(new AbpError("backend_unavailable", "gone"));
    expect(owner.error?.message).toBe("gone");
    const other = open({ takesOver: true });
    other.response.onFailure(new AbpError("backend_unavailable", "gone"));
    expect(other.owner.outcome).toBeUndefined();
    other.response.release();
  });
});
