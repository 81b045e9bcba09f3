import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { until } from "../../../../test/eventually.ts";
import { openBench } from "../../fixtures/cleanup.ts";
import { run, send } from "../../fixtures/loopback.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

const { serve, open } = openBench();

async function openFailing() {
  const state = { status: 500, headers: {} as Record<string, string>, now: 0 };
  const held: ServerResponse[] = [];
  const server = await serve((response, { target }) => {
    if (target === "/v1/held") return held.push(response);
    response.writeHead(state.status, state.headers);
    return response.end("x");
  });
  const engine = open({ base_url: server.url, retries: 0 }, { now: () => state.now });
  return { state, server, engine, held };
}

describe("the circuit breaker of an engine", () => {
  it("G24: opens after five failures in a row, and says when to come back", async () => {
    const { engine, server } = await openFailing();
    for (let call = 0; call < 5; call++) expect((await run(engine)).status).toBe(500);
    const { error, status, ends } = await run(engine);
    expect(error?.code).toBe("circuit_breaker_open");
    expect(error?.details).toEqual({ engine: "e", retry_after_secs: 5 });
    expect(status).toBeUndefined();
    expect(ends).toBe(1);
    expect(server.seen).toHaveLength(5);
  });

  it("G24: lets one call try after the pause, which grows until one succeeds", async () => {
    const { engine, state, server, held } = await openFailing();
    for (let call = 0; call < 5; call++) await run(engine);
    state.now += 5001;
    expect((await run(engine)).status).toBe(500);
    expect((await run(engine)).error?.details["retry_after_secs"]).toBe(10);
    state.now += 10_001;
    state.status = 200;
    const trial = run(engine, { path: "/v1/held" });
    await until(() => held.length === 1);
    expect((await run(engine)).error?.code).toBe("circuit_breaker_open");
    held[0]!.end("x");
    expect((await trial).status).toBe(200);
    expect((await run(engine)).status).toBe(200);
    state.status = 500;
    for (let call = 0; call < 5; call++) expect((await run(engine)).status).toBe(500);
    expect((await run(engine)).error?.details["retry_after_secs"]).toBe(5);
    expect(server.seen).toHaveLength(13);
  });

  it("G24: is free for another trial when the caller of one has left", async () => {
    const { engine, state, held } = await openFailing();
    for (let call = 0; call < 5; call++) await run(engine);
    state.now += 5001;
    const trial = send(engine, {}, { path: "/v1/held" });
    await until(() => held.length === 1);
    trial.abort();
    state.status = 200;
    expect((await run(engine)).status).toBe(200);
  });

  it.each<[string, number, Record<string, string>]>([
    ["429", 429, {}],
    ["400", 400, {}],
    ["503 with Retry-After", 503, { "retry-after": "60" }],
    ["529 with Retry-After", 529, { "retry-after": "60" }],
  ])("G24: does not take a %s for a failure of the engine", async (_, status, headers) => {
    const { engine, state } = await openFailing();
    Object.assign(state, { status, headers });
    for (let call = 0; call < 7; call++) expect((await run(engine)).status).toBe(status);
  });

  it("G24: counts broken answers, and a good answer starts the count again", async () => {
    let isBroken = true;
    const server = await serve((response) => {
      if (!isBroken) return response.end("x");
      response.write("x");
      return setTimeout(() => response.socket!.destroy(), 2);
    });
    const engine = open({ base_url: server.url, retries: 0 });
    for (let call = 0; call < 4; call++) expect((await run(engine)).error?.code).toBe("stream_closed");
    isBroken = false;
    expect((await run(engine)).status).toBe(200);
    isBroken = true;
    for (let call = 0; call < 5; call++) expect((await run(engine)).error?.code).toBe("stream_closed");
    expect((await run(engine)).error?.code).toBe("circuit_breaker_open");
  });

  it("G11: side calls neither open it nor are stopped by it", async () => {
    const { engine, state } = await openFailing();
    for (let call = 0; call < 7; call++) expect((await run(engine, { isAuxiliary: true })).status).toBe(500);
    for (let call = 0; call < 5; call++) expect((await run(engine)).status).toBe(500);
    expect((await run(engine)).error?.code).toBe("circuit_breaker_open");
    state.status = 200;
    expect((await run(engine, { isAuxiliary: true })).status).toBe(200);
    expect((await run(engine)).error?.code).toBe("circuit_breaker_open");
  });
});

/** A breaker that opened at `now`. */
function opened(now: number): CircuitBreaker {
  const breaker = new CircuitBreaker();
  for (let failure = 0; failure < 5; failure++) breaker.fail(now, false);
  return breaker;
}

describe("a circuit breaker", () => {
  it("admits every call while it is closed", () => {
    const breaker = new CircuitBreaker();
    for (let failure = 0; failure < 4; failure++) breaker.fail(100, false);
    expect(breaker.isClosed).toBe(true);
    expect(breaker.admit(100)).toBe(0);
    expect(breaker.admit(100)).toBe(0);
  });

  it("opens with the fifth failure and says how long it stays open", () => {
    const breaker = opened(100);
    expect(breaker.isClosed).toBe(false);
    expect(breaker.admit(100)).toBe(5000);
    expect(breaker.admit(5099)).toBe(1);
  });

  it("admits one trial after the pause, and asks others to wait for its result", () => {
    const breaker = opened(100);
    expect(breaker.admit(5100)).toBe(0);
    expect(breaker.admit(5100)).toBe(5000);
    expect(breaker.isClosed).toBe(false);
  });

  it("doubles the pause with each failed trial, up to a minute", () => {
    const breaker = opened(0);
    const pauses: number[] = [];
    let now = 5000;
    for (let trial = 0; trial < 6; trial++) {
      expect(breaker.admit(now)).toBe(0);
      breaker.fail(now, true);
      const pause = breaker.admit(now);
      pauses.push(pause);
      now += pause;
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  });

  it("closes with a success, and starts again with its first pause", () => {
    const breaker = opened(0);
    breaker.admit(5000);
    breaker.fail(5000, true);
    breaker.admit(15_000);
    breaker.succeed();
    expect(breaker.isClosed).toBe(true);
    expect(breaker.admit(15_000)).toBe(0);
    for (let failure = 0; failure < 5; failure++) breaker.fail(20_000, false);
    expect(breaker.admit(20_000)).toBe(5000);
    expect(breaker.admit(25_000)).toBe(0);
  });

  it("starts its count again with a success", () => {
    const breaker = new CircuitBreaker();
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 4; failure++) breaker.fail(round, false);
      breaker.succeed();
    }
    expect(breaker.isClosed).toBe(true);
  });

  it("counts only failures within a minute", () => {
    const within = new CircuitBreaker();
    for (const now of [0, 1, 2, 3, 60_000]) within.fail(now, false);
    expect(within.isClosed).toBe(false);
    const beyond = new CircuitBreaker();
    for (const now of [0, 1, 2, 3, 60_001]) beyond.fail(now, false);
    expect(beyond.isClosed).toBe(true);
    // The late failure was the first of a new minute.
    for (const now of [60_002, 60_003, 120_000]) beyond.fail(now, false);
    expect(beyond.isClosed).toBe(true);
    beyond.fail(120_001, false);
    expect(beyond.isClosed).toBe(false);
  });

  it("ignores failures of calls that began before it opened", () => {
    const breaker = opened(0);
    breaker.fail(4000, false);
    expect(breaker.admit(5000)).toBe(0);
  });

  it("admits another trial when one found out nothing", () => {
    const breaker = opened(0);
    expect(breaker.admit(5000)).toBe(0);
    breaker.cancelTrial();
    expect(breaker.isClosed).toBe(false);
    expect(breaker.admit(5000)).toBe(0);
    expect(breaker.admit(5000)).toBe(5000);
  });
});
