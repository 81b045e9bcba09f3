import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { aWhile, eventually, until } from "../../../test/eventually.ts";
import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { BackgroundWork, BackgroundWorker } from "../background/background-calls.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import {
  answers,
  chatCompletion,
  claudeMessage,
  fails,
  scriptedEngine,
  streams,
} from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, type TestContextOptions, testContext } from "../fixtures/test-context.ts";
import type { CallOptions } from "./call-options.ts";
import { ModelCall } from "./model-call.ts";

const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };

function open(
  options: TestContextOptions | readonly Engine[],
  body: unknown = chat,
  target = "/v1/chat/completions",
  callOptions: CallOptions = {},
) {
  const context = testContext("engines" in options ? options : { engines: options });
  const sink = new RecordingSink();
  const bytes = Buffer.isBuffer(body) ? body : bodyOf(body);
  const call = new ModelCall(context, admissionTo(target), bytes, sink, callOptions);
  return { context, sink, call, ledger: context.ledger };
}

const untilSent = (engine: { readonly requests: readonly unknown[] }) =>
  until(() => engine.requests.length > 0);

describe("a short body with many values", () => {
  it("is parsed and translated in turns of its own from 5,001 values on", async () => {
    // The chat request itself has six values, and the list is one.
    for (const [items, turns] of [
      [4993, 0],
      [4994, 2],
    ] as const) {
      const engine = scriptedEngine("e", "claude", answers(200, { type: "error" }));
      const limits = { ...testContext({ engines: [] }).limits, maxBodyValues: 10_000 };
      const options = { engines: [engine], more: { limits } };
      const { call, sink, context } = open(options, { ...chat, x: Array(items).fill(0) });
      const granted = vi.spyOn(context.slices, "turn");
      call.start();
      await sink.over;
      await call.recorded;
      expect([items, granted.mock.calls.length]).toEqual([items, turns]);
    }
  });
});

describe("a long body", () => {
  const long = (more: object) => ({ ...chat, x: "y".repeat(300_000), ...more });

  it("is read in slices and served like any other, passed through or mapped", async () => {
    for (const dialect of ["openai", "claude"] as const) {
      const answer = dialect === "openai" ? chatCompletion("hello") : claudeMessage("hello");
      const engine = scriptedEngine("e", dialect, answers(200, answer));
      const { call, sink, context } = open([engine], long({}));
      let slices = 0;
      const { slices: queue } = context;
      const run = queue.run.bind(queue);
      queue.run = (work) => {
        slices += 1;
        return run(work);
      };
      call.start();
      await sink.over;
      expect([dialect, sink.status, slices]).toEqual([dialect, 200, 1]);
    }
  });

  it("with too many values is passed through as it is, and refused if it would have to be translated", async () => {
    const body = bodyOf({ ...chat, x: Array.from({ length: 1000 }, () => ({})) });
    const same = scriptedEngine("e", "openai", answers(200, chatCompletion("hello")));
    const passed = open([same], body);
    passed.call.start();
    await passed.sink.over;
    expect([passed.sink.status, Buffer.from(same.requests[0]!.body!).equals(body)]).toEqual([200, true]);
    const other = scriptedEngine("e", "claude");
    const refused = open([other], body);
    refused.call.start();
    await refused.sink.over;
    expect([refused.sink.status, other.requests]).toEqual([413, []]);
    expect(refused.sink.text).toContain("gateway.max_body_values");
  });

  it("is dropped if the caller left while it was read", async () => {
    const engine = scriptedEngine("e", "claude");
    const { call, ledger } = open([engine], long({}));
    call.start();
    await nextTurn();
    call.leave("client_gone");
    await call.recorded;
    await aWhile();
    expect([engine.requests, ledger.receipts.length]).toEqual([[], 1]);
  });

  it("that gives the model twice is E003 in the caller's envelope, and nothing is sent", async () => {
    const text = JSON.stringify(long({})).replace("{", '{"model":"other",');
    for (const body of [Buffer.from(text), Buffer.from('{"model":"a","mod\\u0065l":"b"}')]) {
      for (const dialect of ["openai", "claude"] as const) {
        const engine = scriptedEngine("e", dialect);
        const { call, sink } = open([engine], body);
        call.start();
        await sink.over;
        expect([sink.status, sink.header("x-abp-error"), engine.requests]).toEqual([400, "E003", []]);
        expect(sink.json).toMatchObject({ error: { param: "model" } });
      }
    }
  });
});

describe("an answer that passes through", () => {
  it.each([
    ["complete", "completed", undefined, JSON.stringify(chatCompletion("hello"))],
    ["partial", "failed", "stream_closed", JSON.stringify(chatCompletion("hello")).slice(0, -9)],
    ["partial", "failed", "stream_closed", ""],
    ["partial", "failed", "answer_unreadable", "<!doctype html><title>Sign in</title>"],
  ])(
    "is recorded as %s (%s, %s) and reaches the caller as it is: %j",
    async (outcome, reason, code, body) => {
      const engine = scriptedEngine("e", "openai", (handler) => {
        handler.onHead(200, ["content-type", "application/json"]);
        if (body !== "") handler.onData(Buffer.from(body));
        handler.onEnd();
      });
      const { call, sink, ledger } = open([engine]);
      call.start();
      await sink.over;
      await call.recorded;
      expect([sink.status, sink.text]).toEqual([200, body]);
      const { termination, ...receipt } = ledger.receipts[0]!;
      expect([receipt.outcome, termination?.reason, termination?.code]).toEqual([outcome, reason, code]);
    },
  );
});

describe("a call", () => {
  it("is answered by its engine and leaves one receipt", async () => {
    const engine = scriptedEngine("e", "openai", answers(200, chatCompletion("hello")));
    const { call, sink, ledger } = open([engine]);
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.status, sink.json]).toEqual([200, chatCompletion("hello")]);
    expect(ledger.receipts).toHaveLength(1);
    expect(ledger.receipts[0]).toMatchObject({ meta: { run_id: call.runId }, outcome: "complete" });
    expect(sink.header("x-abp-run-id")).toBe(call.runId);
    expect(sink.source).toBeUndefined();
  });

  it("is served at the end of the event-loop turn, not before", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call } = open([engine]);
    call.start();
    expect(engine.requests).toEqual([]);
    await untilSent(engine);
  });

  it("sends nothing before its beginning is durable", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, ledger } = open([engine]);
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("begin", gate.promise);
    call.start();
    await nextTurn();
    await nextTurn();
    expect([ledger.log, engine.requests.length]).toEqual([["begin"], 0]);
    gate.resolve();
    await untilSent(engine);
    expect(ledger.open.get(call.runId)).toMatchObject({
      runId: call.runId,
      workOrderId: call.runId,
      backendId: "e",
      mode: "passthrough",
      startedAt: new Date(Date.UTC(2026, 0, 1)),
      facts: { dialect: "openai", engine: "e", caller: "dev", model: "m" },
    });
  });

  it("sends nothing if its beginning could not be written, and says so to the caller", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, sink, ledger, context } = open([engine]);
    ledger.failures.set("begin", new Error("disk full"));
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.status, engine.requests.length]).toEqual([500, 0]);
    expect(sink.text).not.toContain("disk full");
    expect(context.reports.map(({ message }) => message)).toEqual(["a call failed inside the gateway"]);
    expect(ledger.receipts[0]).toMatchObject({ outcome: "failed", termination: { code: "internal" } });
  });

  it("sends nothing if the caller left while the disk was busy", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, ledger } = open([engine]);
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("begin", gate.promise);
    call.start();
    await nextTurn();
    call.leave("client_gone");
    gate.resolve();
    await call.recorded;
    expect(engine.requests).toEqual([]);
    expect(ledger.receipts[0]).toMatchObject({ termination: { reason: "cancelled", code: "client_gone" } });
  });

  it("is not served at all if the caller left in the same event-loop turn", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, ledger } = open([engine]);
    call.start();
    call.leave("client_gone");
    await call.recorded;
    expect([engine.requests.length, ledger.log]).toEqual([0, ["append"]]);
  });

  it("that cannot be honoured is refused with its field, and nothing is sent", async () => {
    const engine = scriptedEngine("e", "claude");
    const { call, sink, ledger } = open([engine], { ...chat, n: 3 });
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.status, engine.requests.length]).toEqual([400, 0]);
    expect(sink.json).toMatchObject({ error: { param: "n" } });
    expect(ledger.log).toEqual(["append"]);
    expect(ledger.receipts[0]).toMatchObject({ outcome: "failed", termination: { reason: "refused" } });
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({ engine: "e", status: 400 });
  });

  it("that reaches no engine is recorded without one", async () => {
    const { call, sink, ledger } = open({
      engines: [scriptedEngine("a", "openai"), scriptedEngine("b", "openai")],
    });
    call.start();
    await sink.over;
    await call.recorded;
    expect(sink.status).toBe(404);
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({ engine: "none", engine_dialect: "none" });
  });

  it("passes the caller's pauses on to the engine", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, sink } = open([engine]);
    call.start();
    await untilSent(engine);
    engine.handler.onHead(200, ["content-type", "text/event-stream"]);
    sink.takesMore = false;
    expect(engine.handler.onData(Buffer.from("data: {}\n\n"))).toBe(false);
    sink.source?.resume();
    expect(engine.resumed).toBe(1);
  });

  it("notes the time of its first byte and of its end", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, context, ledger } = open([engine]);
    call.start();
    await untilSent(engine);
    context.advance(30);
    engine.handler.onHead(200, ["content-type", "application/json"]);
    context.advance(12);
    engine.handler.onData(Buffer.from(JSON.stringify(chatCompletion("x"))));
    engine.handler.onEnd();
    await call.recorded;
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({ first_byte_ms: 30 });
    expect(ledger.receipts[0]?.meta).toMatchObject({ duration_ms: 42 });
  });
});

describe("a caller that leaves", () => {
  it.each(["client_gone", "client_stalled"] as const)(
    "ends the engine's work and gets nothing (%s)",
    async (reason) => {
      const engine = scriptedEngine("e", "openai");
      const { call, sink, ledger } = open([engine]);
      call.start();
      await untilSent(engine);
      call.leave(reason);
      await call.recorded;
      expect(engine.aborted).toBeGreaterThan(0);
      expect([sink.status, sink.source]).toEqual([undefined, undefined]);
      expect(ledger.receipts[0]).toMatchObject({
        outcome: "failed",
        termination: { reason: "cancelled", code: reason },
      });
    },
  );

  it("after part of the answer leaves a partial outcome", async () => {
    const engine = scriptedEngine("e", "openai");
    const { call, ledger } = open([engine]);
    call.start();
    await untilSent(engine);
    engine.handler.onHead(200, ["content-type", "text/event-stream"]);
    engine.handler.onData(Buffer.from("data: {}\n\n"));
    call.leave("client_gone");
    await call.recorded;
    expect(ledger.receipts[0]).toMatchObject({ outcome: "partial" });
  });

  it("after the end of the answer changes nothing", async () => {
    const engine = scriptedEngine("e", "openai", answers(200, chatCompletion("x")));
    const { call, sink, ledger } = open([engine]);
    call.start();
    await sink.over;
    call.leave("client_gone");
    await call.recorded;
    expect(ledger.receipts).toHaveLength(1);
    expect(ledger.receipts[0]).toMatchObject({ outcome: "complete" });
  });

  it("learns that the daemon stops, if its answer has not begun, and no fallback is tried", async () => {
    const second = scriptedEngine("second", "openai", answers(200, chatCompletion("x")));
    const first = scriptedEngine("first", "openai", undefined, { fallback: [{ engine: "second" }] });
    const { call, sink, ledger } = open({ engines: [first, second], defaultEngine: "first" });
    call.start();
    await untilSent(first);
    call.leave("shutting_down");
    await sink.over;
    await call.recorded;
    expect([sink.status, sink.header("retry-after"), second.requests.length]).toEqual([503, "1", 0]);
    expect(ledger.receipts).toHaveLength(1);
    expect(ledger.receipts[0]).toMatchObject({ termination: { code: "shutting_down" } });
  });
});

describe("a fallback", () => {
  const down = fails(new AbpError("backend_unavailable", "down"));

  it("takes over before the answer has begun, and the receipt names who failed and why", async () => {
    const first = scriptedEngine("first", "openai", down, {
      fallback: [{ engine: "second" }, { engine: "third" }],
    });
    const second = scriptedEngine("second", "openai", down);
    const third = scriptedEngine("third", "openai", answers(200, chatCompletion("ok")), {
      isSimulated: true,
    });
    const { call, sink, ledger } = open({ engines: [first, second, third], defaultEngine: "first" });
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.header("x-abp-fallback"), sink.header("x-abp-simulated")]).toEqual(["third", "true"]);
    expect(ledger.receipts).toHaveLength(1);
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({
      engine: "third",
      fallback_from: [
        { engine: "first", code: "backend_unavailable" },
        { engine: "second", code: "backend_unavailable" },
      ],
    });
    expect(ledger.receipts[0]?.observed?.warnings).toEqual([
      "first failed (backend_unavailable); second took over",
      "second failed (backend_unavailable); third took over",
    ]);
    expect(ledger.log.filter((one) => one === "begin")).toHaveLength(1);
  });

  it("does not take over from the last engine, whose error the caller gets", async () => {
    const first = scriptedEngine("first", "openai", down, { fallback: [{ engine: "second" }] });
    const second = scriptedEngine("second", "openai", fails(new AbpError("backend_timeout", "too slow")));
    const { call, sink, ledger } = open({ engines: [first, second], defaultEngine: "first" });
    call.start();
    await sink.over;
    await call.recorded;
    expect(sink.status).toBe(504);
    expect(ledger.receipts[0]).toMatchObject({
      termination: { reason: "timed_out", code: "backend_timeout" },
    });
  });

  it("does not take over after the answer has begun", async () => {
    const second = scriptedEngine("second", "claude", answers(200, claudeMessage("x")));
    const first = scriptedEngine("first", "openai", undefined, { fallback: [{ engine: "second" }] });
    const { call, sink } = open({ engines: [first, second], defaultEngine: "first" });
    call.start();
    await untilSent(first);
    first.handler.onHead(200, ["content-type", "application/json"]);
    first.handler.onData(Buffer.from("{"));
    first.handler.onFailure(new AbpError("stream_closed", "cut"));
    await call.recorded;
    expect([sink.isBroken, second.requests.length]).toEqual([true, 0]);
  });

  it("closes the failed attempt's connection and heartbeats before it begins", async () => {
    const first = scriptedEngine("first", "claude", undefined, { fallback: [{ engine: "second" }] });
    const second = scriptedEngine("second", "openai", streams("data: [DONE]\n\n"));
    const { call, context } = open(
      { engines: [first, second], defaultEngine: "first" },
      { ...chat, stream: true },
    );
    call.start();
    await untilSent(first);
    expect(context.heartbeats.size).toBe(1);
    first.handler.onFailure(new AbpError("backend_unavailable", "down"));
    expect([first.aborted, context.heartbeats.size, second.requests.length]).toEqual([1, 0, 1]);
    await call.recorded;
  });

  it("that cannot honour the request ends the call with that refusal", async () => {
    const first = scriptedEngine("first", "openai", undefined, { fallback: [{ engine: "second" }] });
    const second = scriptedEngine("second", "claude");
    const { call, sink, ledger } = open(
      { engines: [first, second], defaultEngine: "first" },
      { ...chat, n: 2 },
    );
    call.start();
    await untilSent(first);
    first.handler.onFailure(new AbpError("backend_unavailable", "down"));
    await call.recorded;
    expect([sink.status, second.requests.length]).toEqual([400, 0]);
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({
      engine: "second",
      fallback_from: [{ engine: "first" }],
    });
  });
});

describe("an answer that is kept", () => {
  const responses = { model: "m", input: "hi" };
  const kept = { id: "resp_1", object: "response", status: "completed", output: [] };

  it("ends only after it is kept, and is recorded after that", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, kept));
    const { call, sink, ledger } = open([engine], responses, "/v1/responses");
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("keep", gate.promise);
    call.start();
    await untilSent(engine);
    let isRecorded = false;
    const recorded = call.recorded.then(() => {
      isRecorded = true;
    });
    await aWhile();
    expect([sink.isEnded, isRecorded]).toEqual([false, false]);
    gate.resolve();
    await recorded;
    expect([sink.isEnded, sink.json]).toEqual([true, kept]);
    expect(ledger.kept.get("resp_1")).toMatchObject({ runId: call.runId, engine: "e", body: kept });
  });

  it("that is stored elsewhere is recorded only after that, unless it has no end", async () => {
    const stored = Promise.withResolvers<void>();
    const options = { stored: stored.promise };
    const engine = scriptedEngine("e", "codex", answers(200, kept));
    const ended = open([engine], { ...responses, store: false }, "/v1/responses", options);
    let isRecorded = false;
    ended.call.start();
    await ended.sink.over;
    const recorded = ended.call.recorded.then(() => {
      isRecorded = true;
    });
    await aWhile();
    expect([isRecorded, ended.ledger.receipts.length]).toEqual([false, 0]);
    stored.resolve();
    await recorded;
    expect(ended.ledger.receipts).toHaveLength(1);

    const never = { stored: new Promise<void>(() => undefined) };
    const left = open([scriptedEngine("e", "codex", () => undefined)], responses, "/v1/responses", never);
    left.call.start();
    await aWhile();
    left.call.leave("client_gone");
    await left.call.recorded;
    expect(left.ledger.receipts).toHaveLength(1);
  });

  it("reaches the caller even if it could not be kept, which the receipt says", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, kept));
    const { call, sink, ledger, context } = open([engine], responses, "/v1/responses");
    ledger.failures.set("keep", new Error("disk full"));
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.json, context.reports.map(({ message }) => message)]).toEqual([
      kept,
      ["a response could not be kept"],
    ]);
    const receipt = ledger.receipts.find(({ meta }) => meta.run_id === call.runId);
    expect(receipt?.observed?.warnings).toContain("the answer could not be kept, so no call can continue it");
  });

  it("is continued with its earlier turns, which the receipt says", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, { ...kept, id: "resp_2" }));
    const body = { model: "m", input: "more", previous_response_id: "resp_1" };
    const { call, sink, ledger } = open([engine], body, "/v1/responses");
    const output = [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "first" }] },
    ];
    const first = { ...kept, output };
    ledger.kept.set("resp_1", {
      id: "resp_1",
      createdAt: new Date(0),
      runId: "r",
      engine: "e",
      isNative: false,
      input: "hi",
      body: first,
    });
    call.start();
    await sink.over;
    await call.recorded;
    const sent = JSON.parse(Buffer.from(engine.requests[0]!.body!).toString()) as { input: unknown[] };
    expect(sent.input).toHaveLength(3);
    expect(sent).not.toHaveProperty("previous_response_id");
    expect(ledger.receipts[0]?.observed?.warnings).toEqual([
      "earlier turns were put in from the kept responses",
      "the answer repeats previous_response_id as the caller sent it",
    ]);
    expect(ledger.kept.get("resp_2")).toMatchObject({ previousId: "resp_1" });
  });

  it("is refused if the response that it continues is unknown", async () => {
    const engine = scriptedEngine("e", "codex");
    const body = { ...responses, previous_response_id: "resp_x" };
    const { call, sink, ledger } = open([engine], body, "/v1/responses");
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.status, engine.requests.length]).toEqual([400, 0]);
    expect(sink.json).toMatchObject({ error: { param: "previous_response_id" } });
    // The receipt names the engine that it was planned for.
    expect(ledger.receipts[0]?.observed?.call).toMatchObject({ engine: "e", engine_dialect: "codex" });
  });
});

describe("a call in the background", () => {
  const body = { model: "m", input: "hi", background: true };
  const target = "/v1/responses";

  function worker(more: Partial<BackgroundWork> = {}) {
    const events: string[] = [];
    const done = Promise.withResolvers<void>();
    const work: BackgroundWork = {
      id: "resp_b",
      runId: "run-of-the-work",
      pending: { id: "resp_b", status: "queued" },
      start: () => void events.push("start"),
      stop: (reason) => void events.push(`stop ${reason}`),
      discard: async () => void events.push("discard"),
      done: done.promise,
      ...more,
    };
    const background: BackgroundWorker = { prepare: async () => work };
    return { background, events, done };
  }

  it("is answered at once with the pending response, then begins, and is recorded when the work is done", async () => {
    const engine = scriptedEngine("e", "openai");
    const { background, events, done } = worker();
    const { call, sink, ledger } = open([engine], body, target, { background });
    call.start();
    await sink.over;
    expect([sink.status, sink.json, sink.header("x-abp-run-id")]).toEqual([
      200,
      { id: "resp_b", status: "queued" },
      "run-of-the-work",
    ]);
    expect([events, call.background === undefined, sink.source]).toEqual([["start"], false, undefined]);
    let isRecorded = false;
    void call.recorded.then(() => {
      isRecorded = true;
    });
    await nextTurn();
    expect(isRecorded).toBe(false);
    done.resolve();
    await call.recorded;
    expect([engine.requests.length, ledger.receipts.length]).toEqual([0, 0]);
  });

  it("goes on when the caller leaves after its answer, and stops with the daemon", async () => {
    const { background, events } = worker();
    const { call, sink } = open([scriptedEngine("e", "openai")], body, target, { background });
    call.start();
    await sink.over;
    call.leave("client_gone");
    expect(events).toEqual(["start"]);
    call.leave("shutting_down");
    expect(events).toEqual(["start", "stop shutting_down"]);
  });

  it("is answered with an error if it cannot be stored, and never hangs", async () => {
    const background = {
      prepare: async () => {
        throw new Error("disk full");
      },
    };
    const { call, sink, ledger } = open([scriptedEngine("e", "openai")], body, target, { background });
    call.start();
    await sink.over;
    await call.recorded;
    expect([sink.status, call.background, ledger.receipts.length]).toEqual([500, undefined, 1]);
  });

  it("is discarded if the caller left before it knew the response's id", async () => {
    const prepared = Promise.withResolvers<BackgroundWork>();
    const { background, events } = worker();
    const work = await background.prepare(admissionTo(target), {} as never, {});
    const { call, sink, ledger } = open([scriptedEngine("e", "openai")], body, target, {
      background: { prepare: () => prepared.promise },
    });
    call.start();
    await nextTurn();
    call.leave("client_gone");
    prepared.resolve(work);
    await call.recorded;
    await nextTurn();
    expect([events, sink.status, ledger.receipts.length]).toEqual([["discard"], undefined, 1]);
  });

  it("that is streamed gets the stored events of its response, and leaves only them behind", async () => {
    const { background, events } = worker();
    const { call, sink, ledger } = open([scriptedEngine("e", "openai")], { ...body, stream: true }, target, {
      background,
    });
    const kept = {
      id: "resp_b",
      createdAt: new Date(0),
      runId: "r",
      engine: "e",
      isNative: false,
      input: [],
    };
    ledger.kept.set("resp_b", { ...kept, isPending: true, body: { id: "resp_b", status: "in_progress" } });
    ledger.responseEvents.set("resp_b", ['{"type":"response.created"}']);
    call.start();
    await eventually(() => expect(sink.text).toContain("response.created"));
    expect([sink.status, sink.header("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    call.leave("client_gone");
    expect(events).toEqual(["start"]);
  });

  it("goes to an engine that keeps responses itself", async () => {
    const engine = scriptedEngine("e", "codex", answers(200, { id: "resp_theirs" }), {
      keepsResponses: true,
    });
    const { background, events } = worker();
    const { call, sink } = open([engine], body, target, { background });
    call.start();
    await sink.over;
    expect([sink.json, events]).toEqual([{ id: "resp_theirs" }, []]);
  });
});
