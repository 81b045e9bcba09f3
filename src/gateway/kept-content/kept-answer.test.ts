import { describe, expect, it } from "vitest";
import type { Engine } from "../../engines/index.ts";
import { ByteBudget } from "../../lib/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { openKeeping } from "./kept-answer.ts";

const RUN = "00000000-0000-7000-8000-000000000001";
const codex = fakeEngine("e", "codex");
const item = { type: "message", id: "msg_1", role: "assistant", content: [] };
const response = { id: "resp_1", status: "completed", output: [item] };

function open(request: CallRequest, engine: Engine = codex) {
  const ledger = new MemoryLedger();
  const sink = new RecordingSink();
  const warnings: string[] = [];
  const reports: string[] = [];
  const kept: Promise<void>[] = [];
  const keeping = openKeeping({
    context: {
      slices: new SliceQueue(),
      heldBytes: new ByteBudget(1 << 20),
      report: (message) => void reports.push(message),
    },
    request,
    engine,
    runId: RUN,
    startedAt: 1_700_000_000_500,
    content: ledger,
    warnings,
    onKept: (one) => kept.push(one),
  })(sink);
  const answer = async (value: unknown, headers = ["content-type", "application/json"]) => {
    keeping.head(200, headers);
    keeping.end(typeof value === "string" ? value : JSON.stringify(value));
    await sink.over;
  };
  return { ledger, sink, warnings, reports, kept, answer, keeping };
}

function ask(body: object): CallRequest {
  const request = new CallRequest(admissionTo("/v1/responses"), bodyOf({ model: "m", input: "hi", ...body }));
  request.scan(64, 1000);
  return request;
}

describe("an answer that the gateway keeps", () => {
  it("is stored with its turn before its last byte reaches the caller", async () => {
    const { ledger, sink, kept, keeping } = open(ask({ previous_response_id: "resp_0" }));
    const gate = Promise.withResolvers<void>();
    ledger.gates.set("keep", gate.promise);
    keeping.head(200, []);
    keeping.end(JSON.stringify(response));
    await new Promise((resolve) => setImmediate(resolve));
    expect([sink.isEnded, sink.text, kept.length]).toEqual([false, "", 1]);
    gate.resolve();
    await kept[0];
    await sink.over;
    expect(sink.json).toEqual(response);
    expect(ledger.kept.get("resp_1")).toEqual({
      id: "resp_1",
      previousId: "resp_0",
      createdAt: new Date(1_700_000_000_500),
      runId: RUN,
      engine: "e",
      isNative: false,
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
      body: response,
      itemIds: ["msg_1"],
    });
  });

  it("is stored as the caller asked, without the turns that were put in", async () => {
    const request = ask({});
    request.expand({ model: "m", input: [{ role: "user", content: "earlier" }, "more"] });
    const { ledger, answer } = open(request);
    await answer(response);
    expect(JSON.stringify(ledger.kept.get("resp_1")?.input)).not.toContain("earlier");
  });

  it("reaches the caller all the same if it cannot be stored, and the receipt says so", async () => {
    const { ledger, sink, answer, warnings, reports, kept } = open(ask({}));
    ledger.failures.set("keep", new Error("disk full"));
    await answer(response);
    expect(sink.json).toEqual(response);
    await expect(kept[0]).resolves.toBeUndefined();
    expect(warnings).toEqual(["the answer could not be kept, so no call can continue it"]);
    expect(reports).toEqual(["a response could not be kept"]);
  });

  it("is added to its conversation, with what was asked", async () => {
    const request = ask({ conversation: "conv_1" });
    request.conversation = "conv_1";
    const { ledger, answer, warnings } = open(request);
    await ledger.conversations.create({ id: "conv_1", createdAt: new Date(0), metadata: {} }, []);
    await answer(response);
    expect(await ledger.conversations.items("conv_1")).toMatchObject([
      { id: `msg_${RUN.replaceAll("-", "")}0`, item: { role: "user" } },
      { id: "msg_1", item },
    ]);
    expect([ledger.kept.has("resp_1"), warnings]).toEqual([true, []]);
  });

  it("is left to an engine of the same dialect that keeps it, which knows nothing of the conversation", async () => {
    const request = ask({ conversation: "conv_1" });
    request.conversation = "conv_1";
    const keeper = fakeEngine("keeper", "codex", { keepsResponses: true });
    const { ledger, answer } = open(request, keeper);
    await ledger.conversations.create({ id: "conv_1", createdAt: new Date(0), metadata: {} }, []);
    await answer(response);
    expect(ledger.kept.size).toBe(0);
    expect(await ledger.conversations.items("conv_1")).toHaveLength(2);
  });

  it("is stored if an engine that keeps answers speaks another dialect", async () => {
    const { ledger, answer } = open(ask({}), fakeEngine("c", "claude", { keepsResponses: true }));
    const added: unknown[] = [];
    ledger.conversations.addItems = async (id) => added.push(id) > 0;
    await answer(response);
    // Without a conversation, none gets the turn.
    expect([ledger.kept.has("resp_1"), added]).toEqual([true, []]);
  });
});

describe("an answer of a thread", () => {
  function say(previousId: string | undefined): CallRequest {
    const messages = [{ role: "user", content: "hi" }];
    const body = { model: "m", max_tokens: 9, system: "be brief", messages };
    const request = new CallRequest(admissionTo("/v1/messages"), bodyOf(body));
    request.scan(64, 1000);
    request.thread = { previousId };
    return request;
  }
  const content = [{ type: "text", text: "hello" }];
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content },
  ];

  it("is stored as the thread's new state, in place of the one before, and nowhere else", async () => {
    const { ledger, answer } = open(say("msg_0"));
    await ledger.threads.keep("msg_0", undefined, { messages: [] });
    await answer({ id: "msg_1", type: "message", role: "assistant", content, stop_reason: "end_turn" });
    expect(await ledger.threads.find("msg_1")).toEqual({ system: "be brief", messages });
    expect([await ledger.threads.find("msg_0"), ledger.kept.size]).toEqual([undefined, 0]);
  });

  it("is collected from its stream", async () => {
    const { ledger, answer } = open(say(undefined));
    const message = { id: "msg_1", type: "message", role: "assistant", content: [] };
    const events = [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ];
    const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    await answer(text, ["content-type", "text/event-stream"]);
    expect(await ledger.threads.find("msg_1")).toMatchObject({ messages });
  });
});
