import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { until } from "../../../test/eventually.ts";
import { AbpError, type ErrorCode } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { CallAccount } from "../exchange/call-account.ts";
import { RecordingOwner } from "../fixtures/recording-owner.ts";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testContext } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { Attempt } from "./attempt.ts";
import { Attempts } from "./attempts.ts";
import type { CallPreparation } from "./call-preparation.ts";
import type { CallerAnswer } from "./caller-answer.ts";

const KIB = 1024;
const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
const longChat = (bytes: number) => ({ ...chat, x: "y".repeat(bytes) });
const down = new AbpError("backend_unavailable", "down");

class TestCall extends RecordingOwner {
  isOver = false;
  readonly startedAt = 1_700_000_000_000;
  readonly failures: unknown[] = [];

  fail(thrown: unknown): void {
    this.failures.push(thrown);
  }
}

const targetOf = (engine: Engine) => ({ engine, model: undefined, getsCallerKey: false });

interface Options {
  readonly body?: object;
  readonly path?: string;
  readonly fallbacks?: readonly Engine[];
  readonly readsBody?: boolean;
  readonly account?: Partial<CallAccount>;
}

function open(options: Options = {}) {
  const { body = chat, path = "/v1/chat/completions", fallbacks = [], readsBody = false } = options;
  const context = testContext({ engines: [] });
  const admission = { ...admissionTo(path), account: options.account as CallAccount | undefined };
  const request = new CallRequest(admission, bodyOf(body));
  request.scan(64);
  const prepared = {
    request,
    ledger: context.ledger,
    plan: {
      first: undefined,
      fallbacks: fallbacks.map(targetOf),
      compatibility: "best_effort",
      waived: [],
      warnings: [],
      policy: undefined,
    },
    judge: undefined,
    warnings: [] as string[],
    readsBody: () => readsBody,
  };
  const answer = { status: undefined as number | undefined, keepWith: vi.fn() };
  const call = new TestCall();
  const attempts = new Attempts(
    call,
    context,
    prepared as unknown as CallPreparation,
    answer as unknown as CallerAnswer,
  );
  return { attempts, call, context, request, prepared, answer };
}

describe("an attempt of a short body", () => {
  it("is open at once, and sent only when that is asked for", () => {
    const engine = scriptedEngine("e", "openai");
    const { attempts, request } = open();
    const target = targetOf(engine);
    const release = vi.spyOn(request, "releaseValue");
    const attempt = attempts.open(target);
    expect(attempt).toBeInstanceOf(Attempt);
    expect([attempts.current, attempts.target]).toEqual([attempt, target]);
    expect([engine.requests.length, release.mock.calls.length]).toEqual([0, 1]);
    attempts.send(attempt as Attempt);
    expect(engine.requests).toHaveLength(1);
  });

  it("is not sent for a run that takes no more calls", () => {
    const engine = scriptedEngine("e", "openai");
    const check = () => {
      throw down;
    };
    const { attempts } = open({ account: { check } });
    const attempt = attempts.open(targetOf(engine)) as Attempt;
    expect(() => attempts.send(attempt)).toThrow(down);
    expect(engine.requests).toEqual([]);
  });

  it("that cannot be opened names its target, and leaves none under way", () => {
    const target = targetOf(scriptedEngine("e", "claude"));
    const { attempts } = open({ body: { model: "m" } });
    attempts.current = {} as Attempt;
    expect(() => attempts.open(target)).toThrow(AbpError);
    expect([attempts.current, attempts.target]).toEqual([undefined, target]);
  });

  it("has its answer kept if the dialect continues answers, and else not", () => {
    const state = open({ body: { model: "m", input: "hi" }, path: "/v1/responses" });
    state.attempts.open(targetOf(scriptedEngine("e", "codex")));
    expect(state.answer.keepWith).toHaveBeenCalledExactlyOnceWith(expect.any(Function));
    const plain = open();
    plain.attempts.open(targetOf(scriptedEngine("e", "openai")));
    expect(plain.answer.keepWith).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("is judged only by rules for tools (%s)", (judgesTools, times) => {
    const { attempts, prepared } = open();
    const checkSent = vi.fn();
    Object.assign(prepared, { judge: { judgesTools, checkSent } });
    attempts.open(targetOf(scriptedEngine("e", "claude")));
    expect(checkSent).toHaveBeenCalledTimes(times);
  });

  it("tells when its answer is kept", async () => {
    const { attempts, answer } = open({ body: { model: "m", input: "hi" }, path: "/v1/responses" });
    attempts.open(targetOf(scriptedEngine("e", "codex")));
    const owner = new RecordingOwner();
    const keeping = answer.keepWith.mock.calls[0]![0](owner);
    keeping.head(200, ["content-type", "application/json"]);
    expect(attempts.kept).toBeUndefined();
    keeping.end(JSON.stringify({ id: "resp_1", status: "completed", output: [] }));
    await until(() => owner.log.includes("end"));
    expect(attempts.kept).toBeInstanceOf(Promise);
    await attempts.kept;
  });
});

describe("an attempt of a long body", () => {
  it.each([
    ["is parsed in slices if the engine needs its value", true, 1],
    ["is not parsed if it passes through as it is", false, 0],
  ])("%s", async (_, readsBody, reads) => {
    const { attempts, request } = open({ body: longChat(300 * KIB), readsBody });
    const read = vi.spyOn(request, "readInSlices");
    const opened = attempts.open(targetOf(scriptedEngine("e", "openai")));
    expect(opened).toBeInstanceOf(Promise);
    const attempt = await opened;
    expect(attempt).toBeInstanceOf(Attempt);
    expect([attempts.current === attempt, read.mock.calls.length]).toEqual([true, reads]);
  });

  it("is parsed in slices if earlier turns were put in", async () => {
    const { attempts, request } = open({ body: longChat(300 * KIB) });
    request.expand(request.value);
    const read = vi.spyOn(request, "readInSlices");
    await attempts.open(targetOf(scriptedEngine("e", "openai")));
    expect(read).toHaveBeenCalledOnce();
  });

  it("is not under way before its request is written, which takes slices from 1 MiB on", async () => {
    const { attempts, context } = open({ body: longChat(1100 * KIB), readsBody: true });
    const target = targetOf(scriptedEngine("e", "claude"));
    const seen: unknown[] = [];
    const { slices } = context;
    const run = slices.run.bind(slices);
    slices.run = (work) => {
      seen.push(attempts.current);
      return run(work);
    };
    const attempt = (await attempts.open(target))!;
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((one) => one === undefined)).toBe(true);
    expect(attempts.current).toBe(attempt);
    expect(JSON.parse(Buffer.from(attempt.response.request!.body!).toString())).toMatchObject({ model: "m" });
  });

  it("is not opened for a call that ends while the body is read", async () => {
    const { attempts, call, request } = open({ body: longChat(300 * KIB), readsBody: true });
    attempts.current = {} as Attempt;
    const opened = attempts.open(targetOf(scriptedEngine("e", "openai")));
    const release = vi.spyOn(request, "releaseValue");
    call.isOver = true;
    expect(await opened).toBeUndefined();
    expect([attempts.target, attempts.current, release.mock.calls.length]).toEqual([undefined, undefined, 0]);
  });

  it("is closed for a call that ends while the request is written", async () => {
    const { attempts, call, context } = open({ body: longChat(1100 * KIB) });
    const target = targetOf(scriptedEngine("e", "claude"));
    const close = vi.spyOn(Attempt.prototype, "close");
    const { slices } = context;
    const run = slices.run.bind(slices);
    slices.run = (work) => {
      call.isOver = true;
      return run(work);
    };
    expect(await attempts.open(target)).toBeUndefined();
    expect([attempts.target, attempts.current]).toEqual([target, undefined]);
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
  });
});

describe("an attempt that failed", () => {
  function failing(options: Options = {}) {
    const first = scriptedEngine("a", "openai");
    const next = scriptedEngine("b", "openai");
    const last = scriptedEngine("c", "openai");
    const opened = open({ fallbacks: [next, last], ...options });
    const attempt = opened.attempts.open(targetOf(first)) as Attempt;
    if (attempt instanceof Attempt) opened.attempts.send(attempt);
    return { ...opened, first, next, last };
  }

  it("is followed by one on each further engine, of which the receipt says why", () => {
    const { attempts, call, first, next, last, prepared } = failing();
    expect([attempts.hasFallenBack, attempts.canFallBack]).toEqual([false, true]);
    const close = vi.spyOn(attempts.current!, "close");
    expect(attempts.fallBack(down)).toBe(true);
    expect([first.aborted, close.mock.calls.length, next.requests.length]).toEqual([1, 1, 1]);
    expect(attempts.target?.engine).toBe(next);
    expect([attempts.hasFallenBack, attempts.canFallBack]).toEqual([true, true]);
    expect(attempts.fallBack(new AbpError("backend_rate_limited", "slow"))).toBe(true);
    expect([next.aborted, last.requests.length, attempts.canFallBack]).toEqual([1, 1, false]);
    expect(attempts.failed).toEqual([
      { engine: "a", code: "backend_unavailable" },
      { engine: "b", code: "backend_rate_limited" },
    ]);
    expect(prepared.warnings).toEqual([
      "a failed (backend_unavailable); b took over",
      "b failed (backend_rate_limited); c took over",
    ]);
    expect(attempts.fallBack(down)).toBe(false);
    expect([attempts.failed.length, last.aborted, call.failures]).toEqual([2, 0, []]);
  });

  it.each<ErrorCode>(["shutting_down", "backend_content_filtered"])("is the last one after %s", (code) => {
    const { attempts, next } = failing();
    expect(attempts.fallBack(new AbpError(code, "x"))).toBe(false);
    expect([attempts.failed, next.requests]).toEqual([[], []]);
  });

  it("is the last one if the caller has part of its answer, the call is over, or none is under way", () => {
    const begun = failing();
    begun.answer.status = 200;
    expect([begun.attempts.canFallBack, begun.attempts.fallBack(down)]).toEqual([false, false]);
    const over = failing();
    over.call.isOver = true;
    expect(over.attempts.fallBack(down)).toBe(false);
    const none = failing();
    none.attempts.current = undefined;
    expect(none.attempts.fallBack(down)).toBe(false);
    for (const { attempts, next } of [begun, over, none])
      expect([attempts.failed, next.requests]).toEqual([[], []]);
  });

  it("fails the call if the next one cannot be opened or sent", async () => {
    const { attempts, call } = failing({
      body: { model: "m" },
      fallbacks: [scriptedEngine("b", "claude")],
    });
    expect(attempts.fallBack(down)).toBe(true);
    await until(() => call.failures.length > 0);
    expect(call.failures).toEqual([expect.objectContaining({ code: "contract_schema_violation" })]);
  });

  it("is followed by one whose long body is read anew, unless the call ends meanwhile", async () => {
    const engine = scriptedEngine("b", "openai");
    const { attempts, call, next } = failing({ body: longChat(300 * KIB), readsBody: true });
    await until(() => attempts.current !== undefined);
    expect(attempts.fallBack(down)).toBe(true);
    expect(next.requests).toEqual([]);
    await until(() => next.requests.length === 1);
    const other = failing({ body: longChat(300 * KIB), readsBody: true, fallbacks: [engine] });
    await until(() => other.attempts.current !== undefined);
    const granted = vi.spyOn(other.context.slices, "turn");
    expect(other.attempts.fallBack(down)).toBe(true);
    other.call.isOver = true;
    await Promise.all(granted.mock.results.map(({ value }) => value));
    await nextTurn();
    expect([engine.requests, call.failures, other.call.failures]).toEqual([[], [], []]);
  });
});
