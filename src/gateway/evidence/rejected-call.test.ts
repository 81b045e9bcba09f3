import { describe, expect, it } from "vitest";
import { ModelCall } from "../call/model-call.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { answers, chatCompletion, type ScriptedEngine, scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../fixtures/test-context.ts";

const tooLong = {
  error: {
    message: "Invalid 'user': string too long. Expected a string with maximum length 20, but got 40 instead.",
    type: "invalid_request_error",
    code: "string_above_max_length",
    param: "user",
  },
};

/** An engine that rejects a user's id of more than 20 characters. */
function strictEngine(): ScriptedEngine {
  return scriptedEngine("e", "openai", (handler, request) => {
    const { user = "" } = JSON.parse(Buffer.from(request.body!).toString()) as { user?: string };
    const script = user.length > 20 ? answers(400, tooLong) : answers(200, chatCompletion("ok"));
    script(handler, request);
  });
}

const messages = [{ role: "user", content: "hi" }];
const claude = { model: "m", max_tokens: 9, messages, metadata: { user_id: "u".repeat(40) } };

function open() {
  const engine = strictEngine();
  const ledgers = new Map<string, MemoryLedger>();
  const ledgerOf = (tenant: string) => {
    const ledger = ledgers.get(tenant) ?? new MemoryLedger();
    ledgers.set(tenant, ledger);
    return ledger;
  };
  const context = testContext({ engines: [engine], more: { ledgerOf } });
  const call = async (path: string, body: object, tenant = "default") => {
    const sink = new RecordingSink();
    const admission = admissionTo(path, [], testCaller({ tenant }));
    await new ModelCall(context, admission, bodyOf(body), sink).start().recorded;
    return sink;
  };
  return { engine, context, call, ledgerOf };
}

describe("a mapped call that an engine rejects", () => {
  it("is answered with the vendor's error once, and later calls are sent as the engine wants them", async () => {
    const { engine, call, ledgerOf } = open();
    const first = await call("/v1/messages", claude);
    expect([first.status, first.text.includes("string too long")]).toEqual([400, true]);
    expect(engine.requests).toHaveLength(1);
    expect(ledgerOf("default").learned).toMatchObject([
      { engine: "e", model: "m", pattern: "openai.length", value: "user 20" },
    ]);
    const second = await call("/v1/messages", claude);
    expect(second.status).toBe(200);
    expect(second.headers.join()).toContain("x-abp-loss,disclosed $.metadata.user_id");
  });

  it("teaches nothing to another tenant", async () => {
    const { call } = open();
    await call("/v1/messages", claude, "a");
    expect((await call("/v1/messages", claude, "b")).status).toBe(400);
    expect((await call("/v1/messages", claude, "a")).status).toBe(200);
  });

  it("is forgotten after a time", async () => {
    const { call, context } = open();
    await call("/v1/messages", claude);
    context.advance(context.limits.evidenceMs);
    expect((await call("/v1/messages", claude)).status).toBe(400);
  });

  it("teaches as a stream too", async () => {
    const { call } = open();
    expect((await call("/v1/messages", { ...claude, stream: true })).status).toBe(400);
    expect((await call("/v1/messages", claude)).status).toBe(200);
  });

  it("has no effect on passthrough, and passthrough teaches nothing", async () => {
    const { engine, call, ledgerOf } = open();
    const chat = { model: "m", messages, user: "u".repeat(40) };
    expect((await call("/v1/chat/completions", chat)).status).toBe(400);
    expect(ledgerOf("default").learned).toEqual([]);
    await call("/v1/messages", claude);
    expect((await call("/v1/chat/completions", chat)).status).toBe(400);
    expect(Buffer.from(engine.requests.at(-1)!.body!).toString()).toBe(JSON.stringify(chat));
  });
});
