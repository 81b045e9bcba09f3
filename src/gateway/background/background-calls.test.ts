import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aWhile } from "../../../test/eventually.ts";
import { findDialect } from "../../dialects/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import type { LeaveReason } from "../exchange/open-call.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo } from "../fixtures/test-context.ts";
import { BackgroundCalls } from "./background-calls.ts";

const state = findDialect("codex").state!;
const admission = admissionTo("/v1/responses");
const request = { model: "m", input: "hi", background: true, previous_response_id: "resp_before" };
const RUN = "00000000-0000-7000-8000-000000000001";
const ID = `resp_${RUN.replaceAll("-", "")}`;

function open() {
  const ledger = new MemoryLedger();
  const events: string[] = [];
  const recorded = Promise.withResolvers<void>();
  const reports: string[] = [];
  let sink: ResponseSink | undefined;
  let body = "";
  let stored = Promise.resolve();
  const given: { approved?: ReadonlySet<string> | undefined } = {};
  const background = new BackgroundCalls(
    {
      ledgerOf: () => ledger,
      now: () => 1_700_000_000_500,
      report: (message) => void reports.push(message),
    },
    (_, bytes, ours, options) => {
      sink = ours;
      stored = options.stored;
      given.approved = options.approved;
      body = bytes.toString();
      return {
        runId: RUN,
        start: () => void events.push("start"),
        leave: (reason: LeaveReason) => void events.push(`leave ${reason}`),
        recorded: recorded.promise,
      };
    },
  );
  const answer = (status: number, value: unknown) => {
    sink!.head(status, []);
    sink!.end(typeof value === "string" ? value : JSON.stringify(value));
  };
  return {
    background,
    ledger,
    events,
    reports,
    recorded,
    answer,
    given,
    sink: () => sink!,
    body: () => body,
    stored: () => stored,
  };
}

describe("a background call", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is stored as pending before it is started, under an id made from its run", async () => {
    const { background, ledger, events, body } = open();
    const work = await background.prepare(admission, state, request);
    expect(ledger.kept.get(ID)).toMatchObject({
      id: ID,
      runId: RUN,
      previousId: "resp_before",
      isPending: true,
      isNative: false,
      engine: "background",
      input: state.inputOf(request),
      createdAt: new Date(1_700_000_000_500),
      body: { id: ID, status: "in_progress", created_at: 1_700_000_000 },
    });
    expect(work).toMatchObject({ runId: RUN, pending: { id: ID, status: "queued", background: true } });
    expect([events, background.size]).toEqual([[], 0]);
    expect(JSON.parse(body())).toMatchObject({ model: "m", store: false, stream: false });
    background.close();
  });

  it("has begun durably before its caller is answered, so that a crash leaves a receipt of it", async () => {
    const { background, ledger, body } = open();
    const target = { backendId: "e", mode: "passthrough" } as const;
    await background.prepare(admission, state, request, undefined, target);
    expect(ledger.open.get(RUN)).toEqual({
      runId: RUN,
      workOrderId: RUN,
      startedAt: new Date(1_700_000_000_500),
      backendId: "e",
      mode: "passthrough",
      request: digestBody(body()),
      facts: { dialect: "codex", engine: "e", caller: admission.caller.name, model: "m" },
    });
  });

  it("tells the call when its answer is stored, so that the receipt comes after it", async () => {
    for (const failure of [undefined, new Error("disk full")]) {
      const { background, ledger, answer, recorded, stored } = open();
      if (failure !== undefined) ledger.failures.set("finish", failure);
      const gate = Promise.withResolvers<void>();
      ledger.gates.set("finish", gate.promise);
      const work = await background.prepare(admission, state, request);
      work.start();
      let isStored = false;
      void stored().then(() => {
        isStored = true;
      });
      answer(200, { id: "theirs", status: "completed", output: [] });
      await aWhile();
      expect(isStored).toBe(false);
      gate.resolve();
      await stored();
      recorded.resolve();
      await work.done;
    }
  });

  it("begins without a model or an engine if they are not known, and keeps its approvals", async () => {
    const { background, ledger, given } = open();
    const approved = new Set(["Bash"]);
    await background.prepare(admission, state, { input: "hi", model: 7, background: true }, approved);
    expect(ledger.open.get(RUN)).toMatchObject({
      backendId: "background",
      mode: "mapped",
      facts: { engine: "background", model: "" },
    });
    expect([given.approved, ledger.owners]).toEqual([approved, [admission.caller.owner]]);
  });

  it("is not taken if its beginning cannot be stored", async () => {
    const { background, ledger, events } = open();
    ledger.failures.set("begin", new Error("disk full"));
    await expect(background.prepare(admission, state, request)).rejects.toThrow("disk full");
    expect([events, background.size, ledger.kept.size]).toEqual([[], 0, 0]);
  });

  it("has no previous response if the request names none", async () => {
    const { background, ledger } = open();
    await background.prepare(admission, state, { model: "m", input: "hi", background: true });
    expect(ledger.kept.get(ID)).not.toHaveProperty("previousId");
  });

  it("is not taken if it cannot be stored", async () => {
    const { background, ledger, events } = open();
    ledger.failures.set("keep", new Error("disk full"));
    await expect(background.prepare(admission, state, request)).rejects.toThrow("disk full");
    expect([events, background.size, ledger.kept.size]).toEqual([[], 0, 0]);
  });

  it("ends with the engine's response under the id that the caller knows, once its receipt is written", async () => {
    const { background, ledger, answer, recorded, events } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    expect([events, background.size]).toEqual([["start"], 1]);
    answer(200, { id: "theirs", status: "completed", output: [] });
    let isDone = false;
    void work.done.then(() => {
      isDone = true;
    });
    await nextTurn();
    expect(ledger.kept.get(ID)).toMatchObject({
      isPending: false,
      body: { id: ID, status: "completed", background: true },
    });
    expect([isDone, background.size]).toEqual([false, 1]);
    recorded.resolve();
    await work.done;
    expect(background.size).toBe(0);
  });

  it.each([
    [503, "server_error"],
    [429, "rate_limit_exceeded"],
    [400, "server_error"],
  ])("that fails with %s says why in plain words", async (status, code) => {
    const { background, ledger, answer, recorded } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    recorded.resolve();
    answer(status, { error: { message: "the model is overloaded", type: "x" } });
    await work.done;
    expect(ledger.kept.get(ID)?.body).toMatchObject({
      id: ID,
      status: "failed",
      error: { code, message: "the model is overloaded" },
    });
  });

  it.each([
    ["breaks off", (open_: ReturnType<typeof open>) => open_.sink().break()],
    ["is no JSON", (open_: ReturnType<typeof open>) => open_.answer(200, "<html>")],
  ])("whose answer %s ends as failed, never as pending", async (_, end) => {
    const opened = open();
    const work = await opened.background.prepare(admission, state, request);
    work.start();
    opened.recorded.resolve();
    end(opened);
    await work.done;
    expect(opened.ledger.kept.get(ID)).toMatchObject({
      isPending: false,
      body: { status: "failed", error: { code: "server_error", message: "the response was broken off" } },
    });
  });

  it("that was left ends with its receipt, without an answer", async () => {
    const { background, ledger, recorded } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    recorded.resolve();
    await work.done;
    expect(ledger.kept.get(ID)).toMatchObject({ isPending: false, body: { status: "failed" } });
    expect(background.size).toBe(0);
  });

  it("is done even if its end could not be stored, which is reported", async () => {
    const { background, ledger, answer, recorded, reports } = open();
    const work = await background.prepare(admission, state, request);
    ledger.failures.set("finish", new Error("disk full"));
    work.start();
    recorded.resolve();
    answer(200, { id: "theirs" });
    await work.done;
    expect([reports, background.size]).toEqual([["a background response could not be stored"], 0]);
  });

  it("keeps the end that another thread has set", async () => {
    const { background, ledger, answer, recorded } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    await ledger.responses.finish(ID, { status: "cancelled" });
    recorded.resolve();
    answer(200, { id: "theirs", status: "completed" });
    await work.done;
    expect(ledger.kept.get(ID)?.body).toEqual({ status: "cancelled" });
  });

  it("is stopped by its id in the thread that works on it, and by no other tenant", async () => {
    const { background, events } = open();
    const work = await background.prepare(admission, state, request);
    background.stop("default", ID);
    work.start();
    background.stop("other", ID);
    background.stop("default", "resp_x");
    expect(events).toEqual(["start"]);
    background.stop("default", ID);
    work.stop("shutting_down");
    expect(events).toEqual(["start", "leave client_gone", "leave shutting_down"]);
    background.close();
  });

  it("is stopped within a second after another thread has cancelled or deleted it", async () => {
    vi.useFakeTimers();
    const { background, ledger, events, reports } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(events).toEqual(["start"]);
    await ledger.responses.finish(ID, { status: "cancelled" });
    await vi.advanceTimersByTimeAsync(999);
    expect(events).toEqual(["start"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(["start", "leave client_gone"]);
    await ledger.responses.remove(ID);
    await vi.advanceTimersByTimeAsync(1000);
    expect(events).toEqual(["start", "leave client_gone", "leave client_gone"]);
    expect(reports).toEqual([]);
    background.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is looked for again after a look-up that failed", async () => {
    const { background, ledger, events, reports } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    const find = vi.spyOn(ledger.responses, "find").mockRejectedValueOnce(new Error("busy"));
    await background.checkCancelled();
    expect([events, reports]).toEqual([["start"], ["a background response could not be looked up"]]);
    find.mockResolvedValueOnce(undefined);
    await background.checkCancelled();
    expect(events).toEqual(["start", "leave client_gone"]);
    background.close();
  });

  it("leaves no timer behind when the last one is done", async () => {
    vi.useFakeTimers();
    const { background, answer, recorded } = open();
    const work = await background.prepare(admission, state, request);
    work.start();
    expect(vi.getTimerCount()).toBe(1);
    recorded.resolve();
    answer(200, { id: "theirs" });
    await work.done;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("shares one timer with the others, which ends with the last and begins again", async () => {
    vi.useFakeTimers();
    const { background, answer, recorded } = open();
    const [first, second] = [
      await background.prepare(admission, state, request),
      await background.prepare(admissionTo("/v1/responses"), state, request),
    ];
    first.start();
    second.start();
    expect(vi.getTimerCount()).toBe(1);
    answer(200, { id: "theirs" });
    recorded.resolve();
    await Promise.all([first.done, second.done]);
    expect(vi.getTimerCount()).toBe(0);
    const third = await background.prepare(admission, state, request);
    third.start();
    expect(vi.getTimerCount()).toBe(1);
    background.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not keep the process alive", async () => {
    const timer = vi.spyOn(globalThis, "setInterval");
    const { background } = open();
    (await background.prepare(admission, state, request)).start();
    const made = timer.mock.results[0]?.value as NodeJS.Timeout;
    timer.mockRestore();
    expect(made.hasRef()).toBe(false);
    background.close();
  });

  it("that was never started is discarded, and its receipt says that the caller left", async () => {
    const { background, ledger, events } = open();
    const work = await background.prepare(admission, state, request);
    await work.discard();
    await work.done;
    expect([ledger.kept.size, background.size, events]).toEqual([0, 0, ["leave client_gone"]]);
  });
});

it("a background call without a conversation adds its turn to none", async () => {
  const { background, ledger, answer, stored } = open();
  const turns: unknown[] = [];
  const { finish } = ledger.responses;
  ledger.responses.finish = (...given) => {
    turns.push(given[3]);
    return finish(...given);
  };
  (await background.prepare(admission, state, request)).start();
  answer(200, { id: "theirs", status: "completed", output: [] });
  await stored();
  expect(turns).toEqual([undefined]);
  background.close();
});

describe("a background call of a conversation", () => {
  const input = { ...request, conversation: "conv_1" };
  async function prepare() {
    const opened = open();
    const conversation = { id: "conv_1", createdAt: new Date(0), metadata: {} };
    await opened.ledger.conversations.create(conversation, []);
    const options = { conversation: "conv_1" };
    const work = await opened.background.prepare(admission, state, input, undefined, undefined, options);
    work.start();
    const items = async () => (await opened.ledger.conversations.items("conv_1")).map(({ id }) => id);
    return { ...opened, work, items };
  }
  const output = [{ type: "message", id: "msg_theirs", role: "assistant", content: [] }];

  it("adds its turn in the same step that ends the response, so that a reader of the end may go on", async () => {
    const { answer, stored, ledger, items } = await prepare();
    const { finish } = ledger.responses;
    let atEnd: readonly string[] = [];
    ledger.responses.finish = async (...given) => {
      const isSet = await finish(...given);
      atEnd = await items();
      return isSet;
    };
    answer(200, { id: "theirs", status: "completed", output });
    await stored();
    expect(atEnd).toEqual([`msg_${RUN.replaceAll("-", "")}0`, "msg_theirs"]);
    expect(await items()).toEqual(atEnd);
  });

  it("adds nothing if it failed or was cancelled", async () => {
    const failed = await prepare();
    failed.answer(500, { error: { message: "no" } });
    await failed.stored();
    expect(failed.ledger.kept.get(ID)?.body).toMatchObject({ status: "failed" });
    expect(await failed.items()).toEqual([]);
    const cancelled = await prepare();
    await cancelled.ledger.responses.finish(ID, { status: "cancelled" });
    cancelled.answer(200, { id: "theirs", status: "completed", output });
    await cancelled.stored();
    expect(await cancelled.items()).toEqual([]);
  });
});

it("a background call that breaks off fails as one of this gateway, and one that an engine refuses as the engine says", async () => {
  for (const [status, body, failure] of [
    [0, "", { status: 500, message: "the response was broken off" }],
    [422, '{"error":{"message":"not so"}}', { status: 422, message: "not so" }],
  ] as const) {
    const { background, answer, sink, stored } = open();
    const failures: unknown[] = [];
    const watching: typeof state = {
      ...state,
      writeFailed: (pending, one) => {
        failures.push(one);
        return state.writeFailed(pending, one);
      },
    };
    const work = await background.prepare(admission, watching, request);
    work.start();
    if (status === 0) sink().break();
    else answer(status, body);
    await stored();
    expect(failures).toEqual([failure]);
    background.close();
  }
});
