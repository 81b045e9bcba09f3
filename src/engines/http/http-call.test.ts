import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SWEEP_MS } from "./active-calls.ts";
import { openFakeContext } from "./fixtures/fake-pool.ts";
import { HttpCall } from "./http-call.ts";
import { RetryBudget } from "./retry/retry-budget.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** An engine whose breaker admits the next call as its trial. */
function openTrial() {
  const engine = openFakeContext();
  for (let failure = 0; failure < 5; failure++) engine.context.breaker.fail(0, false);
  engine.clock.now = 5000;
  expect(engine.context.breaker.admit(5000)).toBe(0);
  return engine;
}

describe("sending a call", () => {
  it("passes method, path, headers and body to the pool", () => {
    const { send, pool } = openFakeContext();
    send({ method: "POST", body: "body" });
    expect(pool.last.options).toMatchObject({
      method: "POST",
      path: "/base/v1/x",
      headers: ["a", "1"],
      body: "body",
    });
    const { exchange } = send({ method: "DELETE", body: undefined as never });
    expect(exchange.options).toMatchObject({ method: "DELETE", body: null });
  });

  it("delivers head, data and end", () => {
    const { handler, exchange } = openFakeContext().send();
    exchange.start().head(200, "X-Näme", "ä").data("a").data("b").end();
    expect(handler.log).toEqual(["head 200", "data a", "data b", "end"]);
    expect(handler.headers).toEqual(["X-Näme", "ä"]);
  });

  it("ignores interim responses", () => {
    const { handler, exchange } = openFakeContext().send();
    exchange.start().head(100).head(199).head(200);
    expect(handler.log).toEqual(["head 200"]);
  });

  it("reports an error inside dispatch after dispatch has returned", async () => {
    const { send, pool } = openFakeContext({ retries: 0 });
    pool.onDispatch = (exchange) => exchange.error("UND_ERR_INVALID_ARG");
    const { handler } = send();
    expect(handler.log).toEqual([]);
    await nextTick();
    expect(handler.log).toEqual(["failure request_malformed"]);
  });

  it("reports an error inside dispatch to nobody if the call was aborted meanwhile", async () => {
    const { send, pool } = openFakeContext({ retries: 0 });
    pool.onDispatch = (exchange) => exchange.error("ECONNREFUSED");
    const { call, handler } = send();
    call.abort();
    await nextTick();
    expect(handler.log).toEqual([]);
  });

  it("reports a later error at once", () => {
    const { handler, exchange } = openFakeContext({ retries: 0 }).send();
    exchange.error("ECONNREFUSED");
    expect(handler.log).toEqual(["failure backend_unavailable"]);
  });
});

describe("pausing a call", () => {
  it("pauses the connection when the handler wants no more, and resumes it once", () => {
    const { call, handler, exchange } = openFakeContext().send();
    handler.react = (event) => event !== "data";
    exchange.start().head(200);
    call.resume();
    expect(exchange.log).toEqual([]);
    exchange.data("a");
    expect(exchange.log).toEqual(["pause"]);
    call.resume();
    call.resume();
    expect(exchange.log).toEqual(["pause", "resume"]);
  });

  it("does not pause while the handler wants more", () => {
    const { exchange } = openFakeContext().send();
    exchange.start().head(200).data("a");
    expect(exchange.log).toEqual([]);
  });

  it("does not pause or resume a call that the handler aborted", () => {
    const { call, handler, exchange } = openFakeContext().send();
    handler.react = (event) => {
      if (event === "data") call.abort();
      return false;
    };
    exchange.start().head(200).data("a");
    call.resume();
    expect(exchange.log).toEqual(["abort"]);
  });

  it("does not resume a paused call after its abort", () => {
    const { call, handler, exchange } = openFakeContext().send();
    handler.react = () => false;
    exchange.start().head(200).data("a");
    call.abort();
    call.resume();
    expect(exchange.log).toEqual(["pause", "abort"]);
  });

  it.each(["head", "data", "end"] as const)(
    "resumes after the parser is free if another call's %s resumes it",
    (moment) => {
      const { send } = openFakeContext();
      const paused = send();
      paused.handler.react = () => false;
      paused.exchange.start().head(200).data("a");
      const other = send();
      other.handler.react = (event) => {
        if (event === moment) paused.call.resume();
        return true;
      };
      other.exchange.start().head(200).data("x").end();
      expect(paused.exchange.log).toEqual(["pause"]);
      vi.advanceTimersByTime(SWEEP_MS);
      expect(paused.exchange.log).toEqual(["pause", "resume"]);
    },
  );

  it("does not resume later when the call was paused again or aborted meanwhile", () => {
    const { send } = openFakeContext();
    const first = send();
    const second = send();
    for (const { handler, exchange } of [first, second]) {
      handler.react = () => false;
      exchange.start().head(200).data("a");
    }
    const other = send();
    other.handler.react = () => {
      first.call.resume();
      second.call.resume();
      return true;
    };
    other.exchange.start().head(200);
    first.exchange.data("b");
    second.call.abort();
    vi.advanceTimersByTime(SWEEP_MS);
    expect(first.exchange.log).toEqual(["pause", "pause"]);
    expect(second.exchange.log).toEqual(["pause", "abort"]);
  });
});

describe("a handler that throws", () => {
  it.each(["head", "data"] as const)(
    "at %s fails its call with the cause, and its connection is closed",
    (moment) => {
      const { handler, exchange } = openFakeContext().send();
      const thrown = new Error("handler");
      handler.react = (event) => {
        if (event === moment) throw thrown;
        return true;
      };
      exchange.start().head(200).data("a").data("b").end();
      expect(handler.log.at(-1)).toBe("failure internal");
      expect(handler.log.filter((entry) => entry.startsWith(moment))).toHaveLength(1);
      expect(handler.error).toMatchObject({ details: { engine: "e" }, cause: thrown });
      expect(handler.error?.message).toContain('engine "e"');
      expect(exchange.log).toEqual(["abort"]);
    },
  );

  it("at the end fails its call", () => {
    const { handler, exchange } = openFakeContext().send();
    handler.react = (event) => {
      if (event === "end") throw new Error("handler");
      return true;
    };
    exchange.start().head(200).end();
    expect(handler.log).toEqual(["head 200", "end", "failure internal"]);
    expect(handler.error?.message).toContain('engine "e"');
  });

  it.each(["head", "data", "end"] as const)("at %s does not delay the calls beside it", (moment) => {
    const { send } = openFakeContext();
    const paused = send();
    paused.handler.react = () => false;
    paused.exchange.start().head(200).data("a");
    const broken = send();
    broken.handler.react = (event) => {
      if (event === moment) throw new Error("handler");
      return true;
    };
    broken.exchange.start().head(200).data("b").end();
    paused.call.resume();
    expect(paused.exchange.log).toEqual(["pause", "resume"]);
  });

  it("at its failure does not keep the engine from failing the calls beside it", () => {
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const { send, clock } = openFakeContext();
    const calls = [send(), send(), send()];
    const thrown = new Error("handler");
    calls[1]!.handler.react = () => {
      throw thrown;
    };
    clock.now = 100_000;
    vi.advanceTimersByTime(SWEEP_MS);
    for (const { handler } of calls) expect(handler.log).toEqual(["failure backend_timeout"]);
    expect(warning.mock.calls).toEqual([[thrown]]);
    warning.mockRestore();
  });

  it("is no failure of the engine", () => {
    const { send, context } = openFakeContext();
    const fail = vi.spyOn(context.breaker, "fail");
    const { handler, exchange } = send();
    handler.react = () => {
      throw new Error("handler");
    };
    vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    exchange.start().head(200);
    expect(fail).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe("aborting a call", () => {
  it("keeps a connection that has not taken it yet", () => {
    const { call, handler, exchange } = openFakeContext().send();
    call.abort();
    expect(() => exchange.start()).toThrow();
    expect(handler.log).toEqual([]);
  });

  it("closes its connection once and delivers nothing more", () => {
    const { call, handler, exchange } = openFakeContext().send();
    exchange.start().head(200);
    call.abort();
    call.abort();
    exchange.head(200).data("a").end();
    exchange.error("ECONNRESET");
    expect(handler.log).toEqual(["head 200"]);
    expect(exchange.log).toEqual(["abort"]);
  });

  it("has no effect after the end", () => {
    const { call, handler, exchange } = openFakeContext().send();
    exchange.start().head(200).end();
    call.abort();
    exchange.end();
    expect(exchange.log).toEqual([]);
    expect(handler.log).toEqual(["head 200", "end"]);
  });

  it("removes it from the active calls, as its end and its failure do", () => {
    const { send, context, clock } = openFakeContext({ retries: 0 });
    const aborted = send();
    aborted.call.abort();
    const ended = send();
    ended.exchange.start().head(200).end();
    const failed = send();
    failed.exchange.error("ECONNREFUSED");
    const check = vi.spyOn(HttpCall.prototype, "checkTime");
    clock.now = 100_000;
    vi.advanceTimersByTime(SWEEP_MS);
    expect(check).not.toHaveBeenCalled();
    check.mockRestore();
    expect(aborted.call.belongsTo(context)).toBe(true);
    expect(aborted.call.belongsTo({})).toBe(false);
  });
});

describe("the time limits of a call", () => {
  const limitAt = (call: HttpCall, now: number): unknown => call.checkTime(now)?.details["limit"];

  it("end it without a first byte, one sweep after the limit because times are coarse", () => {
    const { call } = openFakeContext().send();
    expect(limitAt(call, 5000 + SWEEP_MS - 1)).toBeUndefined();
    expect(limitAt(call, 5000 + SWEEP_MS)).toBe("first_byte_timeout_secs");
  });

  it("end a silent answer, counted from its last byte or from its resumption", () => {
    const { call, handler, exchange, clock, context } = withClock();
    const at = (now: number) => {
      clock.now = now;
      context.activeCalls.readClock();
    };
    at(1000);
    exchange.start().head(200);
    expect(limitAt(call, 4000 + SWEEP_MS - 1)).toBeUndefined();
    expect(limitAt(call, 4000 + SWEEP_MS)).toBe("idle_timeout_secs");
    at(2000);
    exchange.data("a");
    expect(limitAt(call, 5000 + SWEEP_MS - 1)).toBeUndefined();
    expect(limitAt(call, 5000 + SWEEP_MS)).toBe("idle_timeout_secs");
    handler.react = () => false;
    exchange.data("b");
    expect(limitAt(call, 50_000)).toBeUndefined();
    at(50_000);
    call.resume();
    expect(limitAt(call, 53_000 + SWEEP_MS - 1)).toBeUndefined();
    expect(limitAt(call, 53_000 + SWEEP_MS)).toBe("idle_timeout_secs");
  });

  it("end it after its whole time, counted from its start, without the time in which its reader paused it", () => {
    const { send, clock, context } = openFakeContext();
    const { call, handler, exchange } = send();
    handler.react = () => false;
    exchange.start().head(200).data("a");
    clock.now = 300_000;
    vi.advanceTimersByTime(SWEEP_MS);
    expect(call.checkTime(300_000)).toBeUndefined();
    call.resume();
    exchange.data("b");
    clock.now = 400_000;
    context.activeCalls.readClock();
    expect(call.checkTime(400_000)).toBeUndefined();
    call.resume();
    handler.react = () => true;
    for (let at = 402_000; at < 460_000; at += 2000) {
      clock.now = at;
      context.activeCalls.readClock();
      exchange.data("c");
      expect([at, call.checkTime(at)]).toEqual([at, undefined]);
    }
    exchange.data("d");
    expect(call.checkTime(459_999)?.details["limit"]).toBeUndefined();
    expect(call.checkTime(460_000)?.details["limit"]).toBe("total_timeout_secs");
  });

  it("close its connection, and count as a failure of the engine", () => {
    const { exchange, handler, clock, context } = withClock();
    const fail = vi.spyOn(context.breaker, "fail");
    exchange.start();
    clock.now = 6000;
    vi.advanceTimersByTime(SWEEP_MS);
    expect(handler.log).toEqual(["failure backend_timeout"]);
    expect(exchange.log).toEqual(["abort"]);
    expect(fail).toHaveBeenCalledWith(6000, false);
  });

  function withClock(startAt = 0) {
    const engine = openFakeContext();
    engine.clock.now = startAt;
    return { ...engine, ...engine.send() };
  }
});

describe("a redirect", () => {
  it.each([300, 302, 399])(
    "with status %i and a location fails the call and closes its connection",
    (status) => {
      const { handler, exchange } = openFakeContext().send();
      exchange.start().head(status, "Location", "https://h/p");
      expect(handler.log).toEqual(["failure engine_redirected"]);
      expect(exchange.log).toEqual(["abort"]);
      expect(handler.error?.details).toEqual({ engine: "e", reason: String(status) });
    },
  );

  it.each([
    [304, []],
    [299, ["location", "/x"]],
    [400, ["location", "/x"]],
  ])("is not an answer with status %i and headers %j", (status, headers) => {
    const { handler, exchange } = openFakeContext().send();
    exchange.start().head(status, ...headers);
    expect(handler.log).toEqual([`head ${status}`]);
  });
});

describe("retrying a call", () => {
  it.each([429, 503, 529])("follows a %i that says when to come back", (status) => {
    const { send, pool, notices } = openFakeContext();
    const { handler, exchange } = send();
    exchange.start().head(status, "Retry-After", "2");
    expect(handler.log).toEqual([]);
    expect(exchange.log).toEqual(["abort"]);
    // 2 s, and half of 250 ms × 2.
    expect(notices).toEqual([{ engine: "e", reason: status, attempt: 1, waitMs: 2250 }]);
    vi.advanceTimersByTime(2249);
    expect(pool.exchanges).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(pool.exchanges).toHaveLength(2);
    expect(pool.last.options).toBe(exchange.options);
    pool.last.start().head(200).end();
    expect(handler.log).toEqual(["head 200", "end"]);
  });

  it.each([
    ["a status that is not about load", 500, "1"],
    ["another client error", 400, "1"],
    ["no header", 503, undefined],
    ["a malformed header", 429, "soon"],
    ["a wait of more than ten seconds", 429, "10.001"],
  ])("does not follow %s", (_, status, retryAfter) => {
    const { send, pool } = openFakeContext();
    const { handler, exchange } = send();
    exchange.start().head(status, ...(retryAfter === undefined ? [] : ["retry-after", retryAfter]));
    vi.runOnlyPendingTimers();
    expect(handler.log).toEqual([`head ${status}`]);
    expect(pool.exchanges).toHaveLength(1);
  });

  it.each([
    ["0.001", 1],
    ["9", 1],
    ["0", 2],
  ])("does not wait as the engine asks (%s) if another engine takes over", (retryAfter, sent) => {
    const { send, pool } = openFakeContext();
    send({ hasFallback: true }).exchange.start().head(429, "retry-after", retryAfter);
    vi.runOnlyPendingTimers();
    expect(pool.exchanges).toHaveLength(sent);
  });

  it("follows a wait of exactly ten seconds", () => {
    const { send, notices } = openFakeContext();
    send().exchange.start().head(429, "retry-after", "10");
    expect(notices).toHaveLength(1);
  });

  it("reads a date by the wall clock", () => {
    const { send, notices } = openFakeContext({ wallNow: () => Date.parse("2026-01-01T00:00:00Z") });
    send().exchange.start().head(503, "retry-after", "Thu, 01 Jan 2026 00:00:07 GMT");
    expect(notices[0]?.waitMs).toBe(7250);
  });

  it("waits longer each time, and stops after the configured number", () => {
    const { send, pool, notices } = openFakeContext({ retries: 2 });
    const { handler } = send();
    for (let attempt = 0; attempt < 3; attempt++) {
      pool.last.start().head(429, "retry-after", "0");
      vi.advanceTimersByTime(1000);
    }
    expect(notices.map(({ attempt, waitMs }) => [attempt, waitMs])).toEqual([
      [1, 250],
      [2, 500],
    ]);
    expect(handler.log).toEqual(["head 429"]);
  });

  it.each([
    ["that must not be repeated", { repeatable: false }, false],
    ["that the caller's SDK itself repeats", {}, true],
  ])("is not for a call %s", (_, request, isRepeat) => {
    const { send, notices } = openFakeContext();
    const { handler, exchange } = send(request, isRepeat);
    exchange.start().head(429, "retry-after", "0");
    expect(handler.log).toEqual(["head 429"]);
    expect(notices).toEqual([]);
  });

  it("stops when the budget is used up, and takes nothing from it without a retry", () => {
    const budget = new RetryBudget();
    const take = vi.spyOn(budget, "take");
    const { send, notices, clock } = openFakeContext({ budget });
    clock.now = 77;
    send({ repeatable: false }).exchange.start().head(429, "retry-after", "0");
    expect(take).not.toHaveBeenCalled();
    for (let call = 0; call < 4; call++) send().exchange.start().head(429, "retry-after", "0");
    expect(take).toHaveBeenCalledWith(77);
    expect(notices).toHaveLength(3);
  });

  it.each([
    ["ECONNREFUSED", true],
    ["ENOTFOUND", true],
    ["UND_ERR_CONNECT_TIMEOUT", true],
    ["ABP_ADDRESS_DENIED", false],
    ["UND_ERR_INVALID_ARG", false],
    [undefined, false],
  ])("follows the connection error %s: %s", (code, isRetried) => {
    const { send, notices, pool } = openFakeContext();
    const { handler, exchange } = send();
    exchange.error(code);
    expect(notices.map(({ reason }) => reason)).toEqual(isRetried ? ["connect"] : []);
    expect(handler.log).toHaveLength(isRetried ? 0 : 1);
    vi.advanceTimersByTime(250);
    expect(pool.exchanges).toHaveLength(isRetried ? 2 : 1);
  });

  it("does not follow an error after the request was sent, but does again after a dropped answer", () => {
    const { send, notices, pool } = openFakeContext({ retries: 2 });
    const sent = send();
    sent.exchange.start().error("ECONNRESET");
    expect(sent.handler.log).toEqual(["failure backend_unavailable"]);
    const dropped = send();
    dropped.exchange.start().head(429, "retry-after", "0");
    vi.advanceTimersByTime(1000);
    pool.last.error("ECONNREFUSED");
    expect(notices.map(({ reason }) => reason)).toEqual([429, "connect"]);
    const answering = send();
    answering.exchange.start().head(200).error("ECONNRESET");
    expect(answering.handler.log).toEqual(["head 200", "failure stream_closed"]);
  });

  it("gives the retry its own time for the first byte, after its wait", () => {
    const { send, clock } = openFakeContext();
    const { call, exchange } = send();
    clock.now = 4000;
    exchange.start().head(429, "retry-after", "1");
    const due = 4000 + 1250 + 5000 + SWEEP_MS;
    expect(call.checkTime(due - 1)).toBeUndefined();
    expect(call.checkTime(due)?.details["limit"]).toBe("first_byte_timeout_secs");
  });

  it("is not made after an abort or a failure", () => {
    const { send, pool, context } = openFakeContext();
    const aborted = send();
    const failed = send();
    for (const { exchange } of [aborted, failed]) exchange.start().head(429, "retry-after", "0");
    aborted.call.abort();
    context.activeCalls.failAll(context, new Error("closed") as never);
    vi.advanceTimersByTime(SWEEP_MS);
    expect(pool.exchanges).toHaveLength(2);
    expect(aborted.handler.log).toEqual([]);
    expect(failed.handler.log).toHaveLength(1);
  });

  it("works without anybody to notify", () => {
    const { send, pool } = openFakeContext({ onRetry: undefined });
    send().exchange.start().head(429, "retry-after", "0");
    vi.advanceTimersByTime(250);
    expect(pool.exchanges).toHaveLength(2);
  });
});

describe("a call tells the circuit breaker", () => {
  it("that the engine works when an answer ended", () => {
    const { send, context } = openFakeContext();
    const succeed = vi.spyOn(context.breaker, "succeed");
    const { exchange } = send();
    exchange.start().head(200);
    expect(succeed).not.toHaveBeenCalled();
    exchange.end();
    expect(succeed).toHaveBeenCalledTimes(1);
  });

  it.each([
    [500, [], 1],
    [599, [], 1],
    [503, [], 1],
    [529, [], 1],
    [503, ["retry-after", "60"], 0],
    [529, ["retry-after", "60"], 0],
    [500, ["retry-after", "60"], 1],
    [429, [], 0],
    [499, [], 0],
  ])("of a %i with %j as %i failure", (status, headers, failures) => {
    const { send, context, clock } = openFakeContext();
    const fail = vi.spyOn(context.breaker, "fail");
    const succeed = vi.spyOn(context.breaker, "succeed");
    clock.now = 1234;
    const { handler, exchange } = send();
    exchange
      .start()
      .head(status, ...headers)
      .end();
    expect(fail.mock.calls).toEqual(failures === 0 ? [] : [[1234, false]]);
    expect(succeed).toHaveBeenCalledTimes(1 - failures);
    expect(handler.log).toEqual([`head ${status}`, "end"]);
  });

  it.each([
    ["ECONNREFUSED", 1],
    ["UND_ERR_CONNECT_TIMEOUT", 1],
    ["ABP_ADDRESS_DENIED", 0],
    [undefined, 0],
  ])("of the connection error %s as %i failure", (code, failures) => {
    const { send, context } = openFakeContext({ retries: 0 });
    const fail = vi.spyOn(context.breaker, "fail");
    send().exchange.error(code);
    expect(fail).toHaveBeenCalledTimes(failures);
  });

  it("nothing about answers that broke off because their readers were slow", () => {
    const { send, clock, context } = openFakeContext();
    for (let reader = 0; reader < 5; reader++) {
      // The engine gives up while the reader does not read, or notices it when the reader goes on.
      const { call, handler, exchange } = send();
      handler.react = () => false;
      exchange.start().head(200).data("a");
      clock.now += 1000;
      context.activeCalls.readClock();
      if (reader % 2 === 0) call.resume();
      exchange.error("ECONNRESET");
      expect(handler.log).toEqual(["head 200", "data a", "failure stream_closed"]);
    }
    expect(context.breaker.isClosed).toBe(true);
  });

  it("of answers that broke off after short pauses, or after the reader had caught up", () => {
    const { send, clock, context } = openFakeContext();
    for (let reader = 0; reader < 5; reader++) {
      expect(context.breaker.isClosed).toBe(true);
      const { call, handler, exchange } = send();
      handler.react = () => false;
      exchange.start().head(200).data("a");
      clock.now += 999;
      context.activeCalls.readClock();
      call.resume();
      exchange.error("ECONNRESET");
    }
    expect(context.breaker.isClosed).toBe(false);
  });

  it("nothing about calls that no connection took in time, because slow readers hold them all", () => {
    const { send, clock, context } = openFakeContext();
    const waiting = Array.from({ length: 5 }, () => send());
    clock.now = 5000 + SWEEP_MS;
    vi.advanceTimersByTime(SWEEP_MS);
    expect(waiting.map(({ handler }) => handler.log)).toEqual(waiting.map(() => ["failure backend_timeout"]));
    expect(context.breaker.isClosed).toBe(true);
  });

  it("of an answer that broke off as a failure, once", () => {
    const { send, context } = openFakeContext();
    const fail = vi.spyOn(context.breaker, "fail");
    send().exchange.start().head(500).error("ECONNRESET");
    send().exchange.start().head(200).error("ECONNRESET");
    expect(fail).toHaveBeenCalledTimes(2);
  });

  it("nothing about auxiliary calls", () => {
    const { send, context } = openFakeContext({ retries: 0 });
    const fail = vi.spyOn(context.breaker, "fail");
    const succeed = vi.spyOn(context.breaker, "succeed");
    send({ isAuxiliary: true }).exchange.start().head(500).end();
    send({ isAuxiliary: true }).exchange.start().head(200).end();
    send({ isAuxiliary: true }).exchange.error("ECONNREFUSED");
    expect(fail).not.toHaveBeenCalled();
    expect(succeed).not.toHaveBeenCalled();
  });

  it("the result of a trial with its head", () => {
    const works = openTrial();
    works.send().exchange.start().head(499);
    expect(works.context.breaker.isClosed).toBe(true);
    const broken = openTrial();
    broken.send().exchange.start().head(500);
    expect(broken.context.breaker.isClosed).toBe(false);
    expect(broken.context.breaker.admit(5001)).toBe(9999);
  });

  it("to forget a trial that found out nothing", () => {
    const ends: ((trial: ReturnType<ReturnType<typeof openTrial>["send"]>) => void)[] = [
      ({ call }) => call.abort(),
      ({ exchange }) => exchange.start().head(302, "location", "/x"),
      ({ exchange }) => exchange.error("ABP_ADDRESS_DENIED"),
    ];
    for (const end of ends) {
      const { send, context } = openTrial();
      const trial = send();
      expect(context.breaker.admit(5000)).toBe(5000);
      end(trial);
      expect(context.breaker.admit(5000)).toBe(0);
    }
  });

  it("nothing about another trial when a call that was no trial, or that has told its result, is aborted", () => {
    const { send, context, clock } = openFakeContext();
    const cancel = vi.spyOn(context.breaker, "cancelTrial");
    send().call.abort();
    expect(cancel).not.toHaveBeenCalled();
    for (let failure = 0; failure < 5; failure++) context.breaker.fail(0, false);
    clock.now = 5000;
    context.breaker.admit(5000);
    const trial = send();
    trial.exchange.start().head(500);
    trial.call.abort();
    expect(cancel).not.toHaveBeenCalled();
  });

  it("nothing about a trial when an auxiliary call is aborted", () => {
    const { send, context } = openTrial();
    send({ isAuxiliary: true }).call.abort();
    expect(context.breaker.admit(5000)).toBe(5000);
  });
});
