import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { ByteBudget } from "../../lib/index.ts";
import { RecordingSink } from "../fixtures/recording-sink.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import type { ResponseHandler } from "../handlers/response-handler.ts";
import { KeepingSink } from "../kept-content/keeping-sink.ts";
import { HeartbeatTimer } from "../scheduling/heartbeat-timer.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { Attempt } from "./attempt.ts";
import { CallerAnswer } from "./caller-answer.ts";

const source = { resume: () => undefined };

function attemptOn(name: string, isSimulated = false): Attempt {
  const engine = scriptedEngine(name, "openai", undefined, { isSimulated });
  const response = { mode: "passthrough" } as ResponseHandler;
  return new Attempt(
    { engine, model: undefined, getsCallerKey: false },
    response,
    new HeartbeatTimer(() => 0),
  );
}

const dialect = findDialect("claude");

function open() {
  const sink = new RecordingSink();
  const answer = new CallerAnswer("run-1", sink, source, () => 42);
  return { sink, answer };
}

describe("an answer", () => {
  it("lets the sink resume the call, until it is released", () => {
    const { sink, answer } = open();
    expect(sink.source).toBe(source);
    answer.release();
    expect(sink.source).toBeUndefined();
  });

  it("begins with the run's id, and notes its status and the time of its first byte", () => {
    const { sink, answer } = open();
    expect([answer.status, answer.firstByteAt]).toEqual([undefined, undefined]);
    answer.begin(dialect, 201, ["content-type", "text/plain"], attemptOn("a"), false);
    expect([sink.status, sink.headers]).toEqual([
      201,
      [
        "content-type",
        "text/plain",
        "x-abp-mode",
        "passthrough",
        "x-abp-run-id",
        "run-1",
        "request-id",
        "run-1",
      ],
    ]);
    expect([answer.status, answer.firstByteAt]).toEqual([201, 42]);
  });

  it("names the engine that took over, and that it was simulated", () => {
    const { sink, answer } = open();
    answer.begin(dialect, 200, [], attemptOn("second", true), true);
    expect([sink.header("x-abp-fallback"), sink.header("x-abp-simulated")]).toEqual(["second", "true"]);
    const plain = open();
    plain.answer.begin(dialect, 200, [], attemptOn("first"), false);
    expect([plain.sink.header("x-abp-fallback"), plain.sink.header("x-abp-simulated")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("says at once that it is worked on in the background, with the ids of that work", () => {
    const { sink, answer } = open();
    answer.acknowledge(dialect, { status: "queued" }, "run-2");
    expect([sink.status, sink.json]).toEqual([200, { status: "queued" }]);
    expect([sink.header("x-abp-run-id"), sink.header("request-id")]).toEqual(["run-2", "run-2"]);
  });

  it("passes the body on, and tells the engine to pause if the caller cannot take more", () => {
    const { sink, answer } = open();
    answer.begin(dialect, 200, [], attemptOn("a"), false);
    expect(answer.write("one ")).toBe(true);
    sink.takesMore = false;
    expect(answer.write("two ")).toBe(false);
    answer.end("three");
    expect([sink.text, sink.isEnded]).toEqual(["one two three", true]);
    const broken = open();
    broken.answer.break();
    expect(broken.sink.isBroken).toBe(true);
  });

  it("refuses in the caller's dialect, with the mode of the attempt if there was one, and has no first byte", () => {
    const { sink, answer } = open();
    answer.refuse(findDialect("claude"), new AbpError("backend_unavailable", "down"), attemptOn("a"));
    expect([answer.status, sink.isEnded]).toEqual([sink.status, true]);
    expect(sink.status).toBeGreaterThanOrEqual(500);
    expect(sink.json).toMatchObject({
      type: "error",
      error: { message: expect.stringContaining("down") as string },
    });
    expect([sink.header("x-abp-run-id"), sink.header("x-abp-mode")]).toEqual(["run-1", "passthrough"]);
    expect([answer.firstByteAt, sink.source]).toEqual([undefined, source]);
    const early = open();
    early.answer.refuse(findDialect("claude"), new AbpError("backend_unavailable", "down"), undefined);
    expect(early.sink.header("x-abp-mode")).toBeUndefined();
  });

  it("passes through the sink that keeps it, and frees what that holds of an answer without end", () => {
    const { sink, answer } = open();
    const budget = new ByteBudget(1000);
    answer.keepWith(
      (inner) =>
        new KeepingSink(inner, findDialect("codex"), budget, async () => undefined, new SliceQueue()),
    );
    answer.begin(dialect, 200, ["content-type", "application/json"], attemptOn("a"), false);
    answer.write('{"id":');
    expect([sink.text, budget.used]).toEqual(["", 6]);
    answer.release();
    expect(budget.used).toBe(0);
    answer.keepWith(undefined);
    answer.write("direct");
    expect(sink.text).toBe("direct");
  });
});
