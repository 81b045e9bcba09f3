import { describe, expect, it } from "vitest";
import { AbpError, type LossReport } from "../../../contract/index.ts";
import { findDialect, type Members } from "../../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../../engines/index.ts";
import { ByteBudget } from "../../../lib/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { type CountCall, TokenCount } from "./token-count.ts";

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = ["content-type", "application/json"];
const claudeBody: Members = { model: "m", messages: [{ role: "user", content: "count these words" }] };
const mapping: readonly LossReport[] = [{ from: "gemini", to: "claude", direction: "request", entries: [] }];
const conceal = (text: string) => text.replaceAll("sesame", "[redacted]");

const counting: UpstreamRequest = {
  method: "POST",
  path: "/v1/messages/count_tokens",
  headers: [],
  repeatable: true,
};

/** `none` if the engine has no counter. */
interface CountRequest {
  readonly request?: UpstreamRequest | "none";
}

/** A count that a caller of one dialect asks of an engine of the Messages API. */
function open(
  caller: string,
  { request = counting, ...more }: Omit<Partial<CountCall>, "request"> & CountRequest = {},
  owned: Partial<RecordingOwner> = {},
  engine: Partial<Engine> = {},
) {
  const owner = Object.assign(new RecordingOwner(), owned);
  const response = new TokenCount({
    owner,
    dialect: findDialect(caller),
    engine: scriptedEngine("e", "claude", undefined, engine),
    ...(request === "none" ? {} : { request }),
    upstreamRequest: { bytes: 3, sha256: "aa" },
    upstreamModel: "m",
    mapping,
    parse: () => claudeBody,
    pathModel: undefined,
    mayEstimate: true,
    heldBytes: new ByteBudget(1 << 30),
    ...more,
  });
  return { owner, response };
}

function answer(response: TokenCount, status: number, body: string, headers: readonly string[] = []) {
  response.onHead(status, [...JSON_TYPE, ...headers]);
  const taken = response.onData(Buffer.from(body));
  response.onEnd();
  return taken;
}

const errorBody = (message: string) =>
  JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } });

describe("a token count by an engine of the caller's dialect", () => {
  it("is asked beside the generation, with the request, its digest and its model", () => {
    const { response } = open("claude");
    expect(response).toMatchObject({
      mode: "passthrough",
      request: { path: "/v1/messages/count_tokens", repeatable: true, isAuxiliary: true },
      upstreamRequest: { bytes: 3 },
      upstreamModel: "m",
    });
  });

  it("is passed on byte for byte, with the engine's status and headers", () => {
    const { owner, response } = open("claude");
    const body = '{ "input_tokens": 7 }';
    expect(answer(response, 201, body, ["X-Id", "r", "Connection", "close"])).toBe(true);
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.text, owner.error]).toEqual([201, body, undefined]);
    expect(owner.headers).toEqual([...JSON_TYPE, "X-Id", "r"]);
    expect(response.facts()).toEqual({
      observed: {},
      upstreamResponse: digestBody(body),
      response: digestBody(body),
      mapping,
      negotiation: undefined,
      warnings: [],
    });
  });

  it.each(["<html>", "", '{"input_tokens":', "{}"])(
    "is passed on and recorded as unreadable where it is %j",
    (body) => {
      const { owner, response } = open("claude");
      answer(response, 200, body);
      expect([owner.status, owner.text, owner.error?.code]).toEqual([200, body, "answer_unreadable"]);
    },
  );

  it("is passed on if it is an error that concerns the request, and finishes with it", () => {
    const { owner, response } = open("claude", {}, { takesOver: true });
    answer(response, 400, errorBody("no messages"), ["x-id", "r"]);
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.text, owner.header("x-id")]).toEqual([400, errorBody("no messages"), "r"]);
    expect(owner.error).toMatchObject({
      code: "validation_failed",
      message: "no messages",
      details: { engine_status: 400 },
    });
    expect(response.facts().response).toEqual(digestBody(owner.text));
  });
});

describe("a token count by an engine of another dialect", () => {
  it("is written in the caller's dialect", () => {
    const { owner, response } = open("gemini");
    expect(response.mode).toBe("mapped");
    answer(response, 200, '{"input_tokens":7}');
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.json, owner.error]).toEqual([200, { totalTokens: 7 }, undefined]);
    expect(owner.headers).toEqual([...JSON_TYPE, "content-length", String(owner.text.length)]);
    expect(response.facts()).toMatchObject({
      upstreamResponse: digestBody('{"input_tokens":7}'),
      response: digestBody(owner.text),
      mapping,
      warnings: [],
    });
  });

  it("fails the attempt if it cannot be read, because the engine is at fault", () => {
    for (const body of ['{"tokens":7}', "<html>", ""]) {
      const { owner, response } = open("gemini");
      answer(response, 200, body);
      expect(owner.log).toEqual(["fallBack", "finished"]);
      expect(owner.error?.code).toBe("backend_unavailable");
      expect(owner.error?.message).toMatch(/^the engine's token count cannot be read: /);
    }
  });

  it("lets a fault of the dialect's code through", () => {
    const fault = new TypeError("a defect");
    const throwFault = () => {
      throw fault;
    };
    const dialect = { ...findDialect("claude"), readTokenCount: throwFault };
    const { response } = open("gemini", { engine: fakeEngine("e", "claude", { dialect }) });
    expect(() => answer(response, 200, "{}")).toThrow(fault);
    const reading = { ...findDialect("gemini"), readRequest: throwFault };
    expect(() => open("gemini", { dialect: reading, request: "none" }).response.onEnd()).toThrow(fault);
  });

  it("has errors of the caller's dialect, the retry headers, and none of the engine's secrets", () => {
    const { owner, response } = open("gemini", {}, {}, { conceal });
    answer(response, 400, errorBody("the key sesame is wrong"), ["retry-after", "2"]);
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect(owner.status).toBe(400);
    expect(owner.headers).toEqual([
      ...JSON_TYPE,
      "content-length",
      String(owner.text.length),
      "x-should-retry",
      "false",
      "retry-after",
      "2",
    ]);
    expect(owner.json).toMatchObject({ error: { code: 400, message: "the key [redacted] is wrong" } });
    expect(owner.error?.message).toBe("the key [redacted] is wrong");
    expect(response.facts().response).toEqual(digestBody(owner.text));
  });
});

describe("a token count that fails", () => {
  it.each([
    [529, false, ["fallBack"]],
    [401, false, ["fallBack"]],
    [401, true, ["head", "end", "finished"]],
    [422, false, ["head", "end", "finished"]],
  ])("with status %s (caller's key: %s) tells the call %j", (status, usesCallerKey, log) => {
    const { owner, response } = open("gemini", {}, { takesOver: true }, { usesCallerKey });
    answer(response, status, errorBody("no"));
    expect(owner.log).toEqual(log);
  });

  it("is written if its status allows a fallback but nobody takes over", () => {
    const { owner, response } = open("claude");
    answer(response, 500, errorBody("no"));
    expect(owner.log).toEqual(["fallBack", "head", "end", "finished"]);
    expect(owner.offered[0]).toBe(owner.error);
  });

  it("is left to another engine after a failure of the connection, or finishes the call", () => {
    const down = new AbpError("backend_timeout", "silent");
    const taken = open("claude", {}, { takesOver: true });
    taken.response.onFailure(down);
    expect(taken.owner.log).toEqual(["fallBack"]);
    const ended = open("claude");
    ended.response.onFailure(down);
    expect([ended.owner.log, ended.owner.error]).toEqual([["fallBack", "finished"], down]);
  });

  it("is given up above 1 MiB, and returns its share of the budget when released", () => {
    const heldBytes = new ByteBudget(1 << 30);
    const { owner, response } = open("claude", { heldBytes });
    response.onHead(200, JSON_TYPE);
    expect(response.onData(Buffer.alloc(MEBIBYTE))).toBe(true);
    expect(heldBytes.used).toBe(MEBIBYTE);
    expect(owner.log).toEqual([]);
    expect(response.onData(Buffer.alloc(1))).toBe(false);
    expect(owner.error).toEqual(
      new AbpError("backend_unavailable", "the engine's token count is too large to be read"),
    );
    response.release();
    expect(heldBytes.used).toBe(0);
  });
});

describe("an estimate of tokens", () => {
  const estimated = ["x-abp-estimate", "true"];

  it("is made at once if the engine has no counter, and is marked as an estimate", () => {
    const { owner, response } = open("claude", { request: "none" });
    expect(response.request).toBeUndefined();
    response.onEnd();
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.error]).toEqual([200, undefined]);
    expect(owner.json["input_tokens"]).toBeGreaterThan(0);
    expect(owner.headers).toEqual([...JSON_TYPE, "content-length", String(owner.text.length), ...estimated]);
    expect(response.facts()).toMatchObject({
      upstreamResponse: undefined,
      response: digestBody(owner.text),
      warnings: ["the engine cannot count tokens; the count is an estimate"],
    });
  });

  it.each([404, 405, 501])("takes the place of an engine's answer with status %s", (status) => {
    const { owner, response } = open("claude", {}, { takesOver: true });
    answer(response, status, "nothing here");
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.header("x-abp-estimate")]).toEqual([200, "true"]);
    expect(response.facts().upstreamResponse).toEqual(digestBody("nothing here"));
  });

  it.each([
    [404, ["head", "end", "finished"]],
    [501, ["fallBack", "head", "end", "finished"]],
  ])("is not made after status %s if the configuration forbids estimates", (status, log) => {
    const { owner, response } = open("claude", { mayEstimate: false });
    answer(response, status, errorBody("no counter"));
    expect(owner.log).toEqual(log);
    expect([owner.status, owner.header("x-abp-estimate")]).toEqual([status, undefined]);
  });

  it("reads the model from the path if the caller's dialect puts it there", () => {
    const parse = () => ({ contents: [{ role: "user", parts: [{ text: "count these words" }] }] });
    const { owner, response } = open("gemini", { request: "none", parse, pathModel: "g" });
    response.onEnd();
    expect(owner.json["totalTokens"]).toBeGreaterThan(0);
  });

  it("finishes with the fault of a request that cannot be read, and asks no other engine", () => {
    const parse = () => ({ model: "m", messages: "none" });
    for (const request of ["none", counting] as const) {
      const { owner, response } = open("claude", { request, parse }, { takesOver: true });
      if (request === "none") response.onEnd();
      else answer(response, 404, "");
      expect(owner.log).toEqual(["finished"]);
      expect(owner.error?.where).toMatch(/messages/);
    }
  });
});
