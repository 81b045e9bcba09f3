import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { until } from "../../test/eventually.ts";
import { AbpError } from "../contract/index.ts";
import { openCallers } from "./callers/callers.ts";
import { RecordingSink } from "./fixtures/recording-sink.ts";
import { answers, chatCompletion, scriptedEngine } from "./fixtures/scripted-engine.ts";
import {
  admissionTo,
  bodyOf,
  type TestContextOptions,
  testCaller,
  testContext,
} from "./fixtures/test-context.ts";
import { createGateway } from "./gateway.ts";

function open(options: TestContextOptions) {
  const context = testContext({
    ...options,
    more: {
      callers: openCallers(
        { dev: { token: "token-of-secret", engines: [] } },
        { tenant: "t", maxConcurrent: 3 },
      ),
      ...options.more,
    },
  });
  return { context, gateway: createGateway(context, options.routes ?? {}) };
}

const engine = () => scriptedEngine("e", "openai", answers(200, chatCompletion("ok")));
const kept = {
  id: "resp_1",
  createdAt: new Date(0),
  runId: "r",
  engine: "e",
  isNative: false,
  input: [],
  body: { id: "resp_1" },
};

describe("admission", () => {
  it("recognises the endpoint, identifies the caller, and limits the body", () => {
    const { gateway } = open({ engines: [engine()] });
    const head = { method: "POST", target: "/v1/messages", headers: ["x-api-key", "token-of-secret"] };
    expect(gateway.admit(head)).toMatchObject({
      head,
      caller: { name: "dev", tenant: "t", maxConcurrent: 3 },
      recognised: { endpoint: { operation: "generate" } },
      maxBodyBytes: 1 << 20,
      countsAgainstLimit: true,
    });
  });

  it.each([
    ["POST", "/v1/messages", true],
    ["POST", "/v1/messages/count_tokens", true],
    ["GET", "/v1/models", false],
    ["GET", "/v1/responses/resp_1", false],
    ["POST", "/v1/responses/resp_1/cancel", false],
  ])("counts calls of a model against the key's limit, and no others: %s %s", (method, target, counts) => {
    const { gateway } = open({ engines: [engine()] });
    const head = { method, target, headers: ["x-api-key", "token-of-secret"] };
    expect(gateway.admit(head).countsAgainstLimit).toBe(counts);
  });

  it("refuses an unknown path before an unknown key", () => {
    const { gateway } = open({ engines: [engine()] });
    const admit = (target: string) => () => gateway.admit({ method: "POST", target, headers: [] });
    expect(admit("/nowhere")).toThrow(expect.objectContaining({ code: "route_not_found" }));
    expect(admit("/v1/messages")).toThrow(expect.objectContaining({ code: "auth_required" }));
  });
});

describe("the name of a key", () => {
  it.each([
    ["/v1/messages", "token-of-ada", "ada"],
    ["/nowhere", "token-of-ada", "ada"],
    ["/gemini/upload/v1beta/files?upload_id=u", "token-of-ada", "ada"],
    ["/v1/messages", "token-of-eve", undefined],
    ["/nowhere", undefined, undefined],
  ])("is known for a log on %s with %s: %s", (target, token, name) => {
    const callers = openCallers(
      { ada: { token: "token-of-ada", engines: [] } },
      { tenant: "default", maxConcurrent: 1 },
    );
    const gateway = createGateway(testContext({ engines: [], more: { callers } }), {});
    const headers = token === undefined ? [] : ["x-api-key", token];
    expect(gateway.keyName({ method: "POST", target, headers })).toBe(name);
  });
});

describe("a refusal", () => {
  it.each([
    ["/v1/runs/00000000-0000-7000-8000-000000000001/receipt?x=1", true],
    ["/v1/runs/not an id/receipt", true],
    ["/v1/runs/a/receipt.bundle", true],
    ["/readyz", true],
    ["/v1/runs/a/else", false],
    ["/v1/threads/t/runs/r", false],
    ["/v1/messages", false],
  ])("has the form of our own API on a path of ours: %s (%s)", (target, isOwn) => {
    const gateway = createGateway(testContext({ engines: [] }), {});
    const head = { method: "GET", target, headers: ["x-api-key", "k", "anthropic-version", "2023-06-01"] };
    const { error } = JSON.parse(gateway.refuse(head, new AbpError("auth_required", "no key")).body);
    expect([typeof error.timestamp, typeof error.request_id]).toEqual(
      isOwn ? ["string", "string"] : ["undefined", "undefined"],
    );
  });

  it("is a problem document on a path of the control API", () => {
    const gateway = createGateway(testContext({ engines: [] }), {});
    const head = { method: "GET", target: "/abp/v1/anything?x=1", headers: ["x-api-key", "k"] };
    const { status, headers, body } = gateway.refuse(head, new AbpError("auth_required", "no key"));
    expect([status, headers[1]]).toEqual([401, "application/problem+json"]);
    expect(JSON.parse(body)).toMatchObject({
      ...{ status: 401, code: "auth_required", detail: "no key", instance: "/abp/v1/anything" },
      ...{ request_id: expect.any(String), timestamp: expect.any(String) },
    });
  });

  const post = (target: string) => ({ method: "POST", target, headers: [] });

  it("is in the dialect that the path names, and in our own format elsewhere", () => {
    const { gateway } = open({ engines: [engine()] });
    const error = new AbpError("auth_required", "no key");
    expect(JSON.parse(gateway.refuse(post("/v1/messages"), error).body)).toMatchObject({ type: "error" });
    expect(gateway.refuse(post("/nowhere"), error).body).toContain("auth_required");
  });

  it.each(["too_many_calls", "shutting_down"] as const)("for %s says when to try again", (code) => {
    const { gateway } = open({ engines: [engine()] });
    const { headers } = gateway.refuse(post("/v1/messages"), new AbpError(code, "busy"));
    expect(headers.join()).toContain("retry-after,1");
  });

  it("for an unexpected exception reveals nothing of it, and reports it", () => {
    const { gateway, context } = open({ engines: [engine()] });
    const answer = gateway.refuse(post("/v1/messages"), new Error("secret detail"));
    expect([answer.status, answer.body.includes("secret detail")]).toEqual([500, false]);
    expect(context.reports).toHaveLength(1);
    gateway.refuse(post("/v1/messages"), new AbpError("auth_required", "no key"));
    expect(context.reports).toHaveLength(1);
  });
});

describe("an admitted call", () => {
  it("of a model is served and recorded", async () => {
    const { gateway, context } = open({ engines: [engine()] });
    const sink = new RecordingSink();
    const call = gateway.call(
      admissionTo("/v1/chat/completions"),
      bodyOf({ model: "m", messages: [] }),
      sink,
    );
    await call.recorded;
    expect([sink.status, context.ledger.receipts.length]).toEqual([200, 1]);
    expect((await gateway.receipt("default", call.runId))?.meta.run_id).toBe(call.runId);
    expect(await gateway.receipt("default", "other")).toBeUndefined();
  });

  it("in the background is taken over", async () => {
    const { gateway, context } = open({ engines: [engine()] });
    const sink = new RecordingSink();
    const body = bodyOf({ model: "m", input: "hi", background: true });
    const call = gateway.call(admissionTo("/v1/responses"), body, sink);
    await sink.over;
    expect(sink.json).toMatchObject({ status: "queued" });
    await call.background;
    await call.recorded;
    const id = sink.json["id"] as string;
    expect(context.ledger.kept.get(id)?.body).toMatchObject({ id, status: "completed" });
    expect(context.ledger.receipts).toHaveLength(1);
    expect(context.ledger.receipts[0]?.meta.run_id).toBe(sink.header("x-abp-run-id"));
  });

  it("for the models, or for one of them, is answered without a receipt", async () => {
    const routes = { r: { models: ["alias"], engine: "e" } };
    const { gateway, context } = open({ engines: [engine()], routes });
    const list = new RecordingSink();
    await gateway.call(admissionTo("/v1/models", [], testCaller(), "GET"), Buffer.alloc(0), list).recorded;
    expect(list.json).toMatchObject({ data: [{ id: "alias" }] });
    const one = new RecordingSink();
    await gateway.call(admissionTo("/v1/models/alias", [], testCaller(), "GET"), Buffer.alloc(0), one)
      .recorded;
    expect(one.json).toMatchObject({ id: "alias" });
    const none = new RecordingSink();
    const denied = testCaller({ mayUse: () => false });
    await gateway.call(admissionTo("/v1/models/nope", [], denied, "GET"), Buffer.alloc(0), none).recorded;
    expect([none.status, context.ledger.receipts.length]).toEqual([404, 0]);
  });

  it("is not answered after the caller left", async () => {
    const { gateway } = open({ engines: [engine()] });
    const sink = new RecordingSink();
    const call = gateway.call(admissionTo("/v1/models", [], testCaller(), "GET"), Buffer.alloc(0), sink);
    call.leave("client_gone");
    await call.recorded;
    expect(sink.status).toBeUndefined();
  });
});

describe("a call for a response", () => {
  const fetch = admissionTo("/v1/responses/resp_1", [], testCaller(), "GET");
  const nothing = Buffer.alloc(0);

  it("that the gateway keeps is answered from the store, and no engine is asked", async () => {
    const keeper = scriptedEngine("k", "codex", answers(200, { id: "theirs" }), { keepsResponses: true });
    const { gateway, context } = open({ engines: [keeper] });
    context.ledger.kept.set("resp_1", kept);
    const sink = new RecordingSink();
    await gateway.call(fetch, nothing, sink).recorded;
    expect([sink.json, keeper.requests.length]).toEqual([{ id: "resp_1" }, 0]);
  });

  it("that it does not keep goes to an engine that keeps its own, with a receipt", async () => {
    const keeper = scriptedEngine("k", "codex", answers(200, { id: "theirs" }), { keepsResponses: true });
    const { gateway, context } = open({ engines: [scriptedEngine("e", "openai"), keeper] });
    const sink = new RecordingSink();
    await gateway.call(fetch, nothing, sink).recorded;
    expect([sink.json, keeper.requests[0]?.path, keeper.requests[0]?.method]).toEqual([
      { id: "theirs" },
      "/v1/responses/resp_1",
      "GET",
    ]);
    expect(context.ledger.receipts).toHaveLength(1);
  });

  it("that nobody keeps is not found", async () => {
    const { gateway } = open({ engines: [engine()] });
    const sink = new RecordingSink();
    await gateway.call(fetch, nothing, sink).recorded;
    expect([sink.status, sink.text.includes("resp_1")]).toEqual([404, true]);
  });

  it("ends the engine's work if its caller leaves, and asks no engine if it left before", async () => {
    const keeper = scriptedEngine("k", "codex", undefined, { keepsResponses: true });
    const { gateway } = open({ engines: [keeper] });
    const call = gateway.call(fetch, nothing, new RecordingSink());
    await until(() => keeper.requests.length > 0);
    call.leave("client_gone");
    expect(keeper.aborted).toBeGreaterThan(0);
    await call.recorded;

    const early = gateway.call(fetch, nothing, new RecordingSink());
    early.leave("client_gone");
    await early.recorded;
    await nextTurn();
    expect(keeper.requests).toHaveLength(1);
  });
});

describe("closing", () => {
  it("waits for the receipts of ended calls", async () => {
    const { gateway, context } = open({ engines: [engine()] });
    const gate = Promise.withResolvers<void>();
    context.ledger.gates.set("append", gate.promise);
    const sink = new RecordingSink();
    gateway.call(admissionTo("/v1/chat/completions"), bodyOf({ model: "m", messages: [] }), sink);
    await sink.over;
    let isClosed = false;
    const closed = gateway.close().then(() => {
      isClosed = true;
    });
    await nextTurn();
    expect(isClosed).toBe(false);
    gate.resolve();
    await closed;
    expect(context.ledger.receipts).toHaveLength(1);
  });

  it("leaves the API of our own paths to the receipts", async () => {
    const { gateway } = open({ engines: [engine()] });
    expect(await gateway.own({ method: "GET", target: "/v1/models", headers: [] })).toBeUndefined();
    await expect(
      gateway.own({ method: "GET", target: "/v1/runs/x/receipt", headers: ["x-api-key", "token-of-secret"] }),
    ).rejects.toMatchObject({ code: "receipt_not_found" });
  });
});
