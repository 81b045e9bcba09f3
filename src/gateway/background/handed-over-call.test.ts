import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CallerAnswer } from "../call/caller-answer.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import type { BackgroundWork, BackgroundWorker } from "./background-calls.ts";
import { HandedOverCall, prepareWork } from "./handed-over-call.ts";

const codex = fakeEngine("e", "codex");

function requestOf(body: object): CallRequest {
  const admission = admissionTo("/v1/responses");
  const request = new CallRequest(admission, bodyOf({ model: "m", input: "hi", background: true, ...body }));
  request.scan(64, 1000);
  return request;
}

function workOf(log: string[] = []): BackgroundWork {
  return {
    id: "resp_1",
    runId: "run-1",
    pending: { id: "resp_1", status: "queued" },
    done: new Promise(() => undefined),
    start: () => void log.push("start"),
    stop: (reason) => void log.push(`stop ${reason}`),
    discard: async () => void log.push("discard"),
  };
}

describe("a call that asks for the background", () => {
  async function prepare(engine = codex, body: object = {}) {
    const given: unknown[][] = [];
    const work = workOf();
    const background: BackgroundWorker = {
      prepare: async (...all) => {
        given.push(all);
        return work;
      },
    };
    const request = requestOf(body);
    const state = request.dialect.state!;
    const approved = new Set(["shell"]);
    const made = await prepareWork(background, { request, state, engine, approved });
    return { given, made, work, request, state, approved };
  }

  it("is prepared with its target, its approved tools and how its answer is kept", async () => {
    const { given, made, work, request, state, approved } = await prepare();
    const target = { backendId: "e", mode: "passthrough" };
    const answer = { streams: false, conversation: undefined };
    expect(given).toEqual([[request.admission, state, request.value, approved, target, answer]]);
    expect(made).toBe(work);
  });

  it("says that it is mapped on an engine of another dialect, and that it streams", async () => {
    const { given } = await prepare(fakeEngine("c", "claude"), { stream: true });
    expect(given[0]?.slice(4)).toEqual([
      { backendId: "c", mode: "mapped" },
      { streams: true, conversation: undefined },
    ]);
  });

  it("is left to an engine that keeps responses", async () => {
    const { given, made } = await prepare(fakeEngine("k", "codex", { keepsResponses: true }));
    expect([given, made]).toEqual([[], undefined]);
  });

  it("is not one that asks for the foreground", async () => {
    const { given, made } = await prepare(codex, { background: false });
    expect([given, made]).toEqual([[], undefined]);
  });
});

describe("a call that was handed over", () => {
  function start(body: object = {}) {
    const log: string[] = [];
    const reports: string[] = [];
    const ledger = new MemoryLedger();
    const sink = new RecordingSink();
    const request = requestOf(body);
    const state = request.dialect.state!;
    const answer = new CallerAnswer("own-run", sink, { resume: () => undefined }, () => 0);
    const work = workOf(log);
    const report = (message: string) => void reports.push(message);
    const open = () => HandedOverCall.start(work, { request, state }, answer, ledger.responses, report);
    return { log, reports, ledger, sink, work, open };
  }
  const pending = {
    ...{ id: "resp_1", createdAt: new Date(0), runId: "run-1", engine: "background", isNative: false },
    isPending: true,
    input: [],
    body: { id: "resp_1", status: "in_progress", output: [] },
  };

  it("is acknowledged with the response's id and the id of its run, and then worked on", async () => {
    const { sink, log, work, open } = start();
    const call = open();
    expect([sink.json, sink.isEnded, log]).toEqual([{ id: "resp_1", status: "queued" }, true, ["start"]]);
    expect(sink.header("x-abp-run-id")).toBe("run-1");
    expect(call.done).toBe(work.done);
  });

  it("is streamed if the caller asks for it, and the reader ends when the caller leaves", async () => {
    const { sink, log, ledger, open } = start({ stream: true });
    await ledger.responses.keep(pending);
    await ledger.responses.addEvents("resp_1", 0, ['{"type":"response.created","sequence_number":0}']);
    const call = open();
    while (sink.chunks.length === 0) await nextTurn();
    expect([sink.status, log]).toEqual([200, ["start"]]);
    expect(sink.text).toContain("response.created");
    call.leave("client_gone");
    expect(log).toEqual(["start"]);
    await nextTurn();
    expect(sink.isEnded).toBe(false);
  });

  it("is ended by a daemon that stops, and by nothing else", () => {
    const { log, open } = start();
    const call = open();
    call.leave("client_gone");
    call.leave("run_ended");
    expect(log).toEqual(["start"]);
    call.leave("shutting_down");
    expect(log).toEqual(["start", "stop shutting_down"]);
  });

  it("breaks off its stream if the store cannot be read, and reports it", async () => {
    const { sink, reports, ledger, open } = start({ stream: true });
    ledger.responses.find = async () => {
      throw new Error("disk gone");
    };
    open();
    await sink.over;
    await nextTurn();
    expect([sink.isBroken, reports]).toEqual([true, ["a stream could not be read"]]);
  });
});
