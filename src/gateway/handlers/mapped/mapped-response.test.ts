import { describe, expect, it } from "vitest";
import { AbpError, type LossReport } from "../../../contract/index.ts";
import { findDialect } from "../../../dialects/index.ts";
import { ByteBudget } from "../../../lib/index.ts";
import type { Emulation } from "../../../negotiation/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { type MappedCallOptions, mappedCall } from "../../fixtures/mapped-call.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { chatCompletion, claudeMessage } from "../../fixtures/scripted-engine.ts";
import { MappedResponse } from "./mapped-response.ts";

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = ["content-type", "application/json"];
const report = (entries: LossReport["entries"] = []): LossReport => ({
  from: "openai",
  to: "claude",
  direction: "request",
  entries,
});
const loss = report([{ path: "$.seed", disposition: "disclosed", reason: "none" }]);
const claudeError = (type: string, message: string) => ({ type: "error", error: { type, message } });
/** Replaces the word `sesame`, as an engine does with its key. */
const conceal = (text: string) => text.replaceAll("sesame", "[redacted]");

function open(options: MappedCallOptions = {}, more: Partial<RecordingOwner> = {}) {
  const owner = Object.assign(new RecordingOwner(), more);
  const call = mappedCall(owner, options);
  return { owner, call, response: new MappedResponse(call) };
}

function answer(response: MappedResponse, status: number, body: unknown, headers: readonly string[] = []) {
  response.onHead(status, [...JSON_TYPE, ...headers]);
  response.onData(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
  response.onEnd();
}

describe("a mapped response", () => {
  it("keeps the request, its digest and its model for the call", () => {
    const { response, call } = open();
    expect(response).toMatchObject({
      mode: "mapped",
      request: call.request,
      upstreamRequest: call.upstreamRequest,
      upstreamModel: "m",
    });
  });

  it("is written in the caller's dialect once it is whole, with the engine's status", () => {
    const { owner, response } = open();
    const body = JSON.stringify(claudeMessage("hi"));
    response.onHead(201, JSON_TYPE);
    expect(response.onData(Buffer.from(body.slice(0, 9)))).toBe(true);
    expect(response.onData(Buffer.from(body.slice(9)))).toBe(true);
    expect(owner.log).toEqual([]);
    response.onEnd();
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect([owner.status, owner.error]).toEqual([201, undefined]);
    expect(owner.headers).toEqual([...JSON_TYPE, "content-length", String(owner.text.length)]);
    expect(owner.json).toMatchObject({
      object: "chat.completion",
      choices: [{ message: { content: "hi" }, finish_reason: "stop" }],
    });
  });

  it("states its length in bytes, and the losses of the request in a header", () => {
    const { owner, response } = open({
      translation: { report: loss, emulation: undefined, negotiation: undefined },
    });
    answer(response, 200, claudeMessage("naïve"));
    expect(owner.header("content-length")).toBe(String(Buffer.byteLength(owner.text)));
    expect(owner.header("x-abp-loss")).toBe("disclosed $.seed");
  });

  it("states in its facts both digests, both reports, the usage and the decision", () => {
    const negotiation = { decision_id: "d" } as never;
    const emulation = { report: { warnings: ["emulated"] } } as unknown as Emulation;
    const { owner, response } = open({ translation: { report: loss, emulation, negotiation } });
    const body = JSON.stringify(claudeMessage("hi"));
    answer(response, 200, body);
    const facts = response.facts();
    expect(facts).toMatchObject({
      observed: { id: "msg_1", model: "m", end: "complete", usage: { input: 3, output: 2 } },
      upstreamResponse: digestBody(body),
      response: digestBody(owner.text),
      warnings: ["emulated"],
    });
    expect(facts.mapping.map(({ direction }) => direction)).toEqual(["request", "response"]);
    expect([facts.mapping[0], facts.negotiation]).toEqual([loss, negotiation]);
  });

  it("knows only the request's losses if nothing came", () => {
    const { response } = open();
    expect(response.facts()).toEqual({
      observed: {},
      upstreamResponse: undefined,
      response: undefined,
      mapping: [report()],
      negotiation: undefined,
      warnings: [],
    });
  });

  it("may be 64 MiB long, and not a byte more", () => {
    const { owner, response } = open();
    const chunk = Buffer.alloc(MEBIBYTE, 0x20);
    response.onHead(200, JSON_TYPE);
    for (let count = 0; count < 64; count += 1) expect(response.onData(chunk)).toBe(true);
    expect(owner.log).toEqual([]);
    expect(response.onData(Buffer.of(0x20))).toBe(false);
    expect(owner.log).toEqual(["fallBack", "finished"]);
    expect(owner.error).toEqual(
      new AbpError("backend_unavailable", "the engine's response is too large to be translated"),
    );
  });

  it("is given up if the budget of all calls is spent, and returns its share when released", () => {
    const heldBytes = new ByteBudget(10);
    const { owner, response } = open({ heldBytes });
    response.onHead(200, JSON_TYPE);
    expect(response.onData(Buffer.alloc(10))).toBe(true);
    expect(heldBytes.used).toBe(10);
    expect(response.onData(Buffer.alloc(1))).toBe(false);
    expect(owner.error?.code).toBe("backend_unavailable");
    response.release();
    expect(heldBytes.used).toBe(0);
  });
});

describe("a mapped response that cannot be used", () => {
  it.each([
    ["is empty", "", "the engine's response is not JSON"],
    ["is HTML", "<html>", /^the engine's response cannot be read: /],
    ["is no message", '{"id":7,"content":3}', /^the engine's response cannot be read: /],
    [
      "has neither content nor a stop reason",
      { ...claudeMessage(""), content: [], stop_reason: null },
      "the engine's response has neither content nor a reason to end",
    ],
  ])("fails the attempt if it %s", (_, body, message) => {
    const { owner, response } = open();
    answer(response, 200, body);
    expect(owner.log).toEqual(["fallBack", "finished"]);
    expect(owner.error?.code).toBe("backend_unavailable");
    expect(owner.error?.message).toMatch(message);
    expect(response.facts()).toMatchObject({ observed: {}, response: undefined, mapping: [report()] });
    expect(response.facts().upstreamResponse).toEqual(
      digestBody(typeof body === "string" ? body : JSON.stringify(body)),
    );
  });

  it("leaves the call to another engine if one takes over", () => {
    const { owner, response } = open({}, { takesOver: true });
    answer(response, 200, "<html>");
    expect(owner.log).toEqual(["fallBack"]);
  });

  it.each([
    ["without content that has a stop reason", { content: [] }],
    ["without a stop reason that has content", { stop_reason: null }],
  ])("does not include an answer %s", (_, more) => {
    const { owner, response } = open();
    answer(response, 200, { ...claudeMessage("hi"), ...more });
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect(response.facts().observed.end).toBe("complete");
  });

  it("does not include an answer of which one candidate has content", () => {
    const { owner, response } = open({
      dialect: findDialect("gemini"),
      body: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
      engine: fakeEngine("e", "openai"),
    });
    const choice = (index: number, content: string | null) => ({
      index,
      message: { role: "assistant", content },
      finish_reason: null,
    });
    answer(response, 200, { ...chatCompletion("hi"), choices: [choice(0, "hi"), choice(1, null)] });
    expect(owner.log).toEqual(["head", "end", "finished"]);
  });

  it("lets a fault of the dialect's code through", () => {
    const fault = new TypeError("a defect");
    const dialect = {
      ...findDialect("claude"),
      readReply: () => {
        throw fault;
      },
    };
    const { response } = open({ engine: fakeEngine("e", "claude", { dialect }) });
    expect(() => answer(response, 200, claudeMessage("hi"))).toThrow(fault);
  });

  it("fails the attempt with the failure of the connection", () => {
    const { owner, response } = open();
    const down = new AbpError("backend_timeout", "no answer");
    response.onFailure(down);
    expect([owner.log, owner.error]).toEqual([["fallBack", "finished"], down]);
  });
});

describe("an error answer that is mapped", () => {
  it("has a status and a body of the caller's dialect, the retry headers and both digests", () => {
    const { owner, response } = open({
      translation: { report: loss, emulation: undefined, negotiation: undefined },
    });
    const body = claudeError("invalid_request_error", "max_tokens is missing");
    answer(response, 400, body, ["Retry-After", "9"]);
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect(owner.status).toBe(400);
    expect(owner.headers).toEqual([
      ...JSON_TYPE,
      "content-length",
      String(owner.text.length),
      "x-should-retry",
      "false",
      "retry-after",
      "9",
      "x-abp-loss",
      "disclosed $.seed",
    ]);
    expect(owner.json).toMatchObject({ error: { message: "max_tokens is missing" } });
    expect(owner.error).toMatchObject({
      code: "validation_failed",
      message: "max_tokens is missing",
      details: { engine_status: 400 },
    });
    expect(response.facts()).toMatchObject({
      observed: {},
      upstreamResponse: digestBody(JSON.stringify(body)),
      response: digestBody(owner.text),
      mapping: [loss, { direction: "error", from: "claude" }],
    });
  });

  it("is left to another engine if its status allows it", () => {
    const { owner, response } = open({}, { takesOver: true });
    answer(response, 529, claudeError("overloaded_error", "busy"));
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]).toMatchObject({
      code: "backend_unavailable",
      message: "busy",
      details: { engine_status: 529 },
    });
    expect(response.facts().response).toBeUndefined();
  });

  it("is written if its status allows a fallback but nobody takes over", () => {
    const { owner, response } = open();
    answer(response, 429, claudeError("rate_limit_error", "slow down"));
    expect(owner.log).toEqual(["fallBack", "head", "end", "finished"]);
    expect([owner.status, owner.error?.code]).toEqual([429, "backend_rate_limited"]);
  });

  it("is never left to another engine if it concerns the request, or the caller's own key", () => {
    const first = open({}, { takesOver: true });
    answer(first.response, 404, claudeError("not_found_error", "no model"));
    expect(first.owner.log).toEqual(["head", "end", "finished"]);

    const second = open({ engineMembers: { usesCallerKey: true } }, { takesOver: true });
    answer(second.response, 401, claudeError("authentication_error", "bad key"));
    expect(second.owner.log).toEqual(["head", "end", "finished"]);
    expect(second.owner.status).toBe(401);
  });

  it("becomes a 502 if the engine sent it with the status of a success", () => {
    const { owner, response } = open();
    answer(response, 200, claudeError("weird_error", "out of luck"));
    expect(owner.log).toEqual(["fallBack", "head", "end", "finished"]);
    expect(owner.status).toBe(502);
    expect(owner.error).toMatchObject({
      code: "backend_unavailable",
      message: "out of luck",
      details: { engine_status: 200 },
    });
  });

  it("does not repeat the engine's secrets, with whichever status it came", () => {
    for (const status of [400, 200]) {
      const { owner, response } = open({ engineMembers: { conceal } });
      answer(response, status, claudeError("api_error", "your key sesame is wrong"));
      expect(owner.json).toMatchObject({ error: { message: "your key [redacted] is wrong" } });
      expect(owner.error?.message).toBe("your key [redacted] is wrong");
    }
  });

  it("is not concealed in a successful answer, which may speak of anything", () => {
    const { owner, response } = open({ engineMembers: { conceal } });
    answer(response, 200, claudeMessage("open sesame"));
    expect(owner.text).toContain("open sesame");
  });
});
