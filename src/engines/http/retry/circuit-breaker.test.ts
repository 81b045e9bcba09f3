import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { openBench } from "../../fixtures/cleanup.ts";
import { run, send, until } from "../../fixtures/loopback.ts";
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

  it("G24: is not opened by failures that are far apart", () => {
    const breaker = new CircuitBreaker();
    for (let failure = 0; failure < 20; failure++) breaker.fail(failure * 20_000, false);
    expect(breaker.isClosed).toBe(true);
    for (let failure = 0; failure < 5; failure++) breaker.fail(1_000_000 + failure, false);
    expect(breaker.isClosed).toBe(false);
  });
});
