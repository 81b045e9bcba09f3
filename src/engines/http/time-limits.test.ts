import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run, send } from "../fixtures/loopback.ts";
import { SWEEP_MS } from "./active-calls.ts";

const { serve, open, later } = openBench();

async function openSlow(own: Parameters<typeof open>[0] = {}) {
  const clock = { now: 0 };
  const server = await serve((response, { target }) => {
    if (target === "/v1/begun") response.write("x");
  });
  const engine = open({ base_url: server.url, ...own }, { now: () => clock.now });
  return { clock, server, engine };
}

describe("the time limits of an engine", () => {
  it("end a call that is not answered", async () => {
    const { clock, server, engine } = await openSlow({ first_byte_timeout_secs: 7 });
    const outcome = run(engine);
    await until(() => server.seen.length === 1);
    clock.now = 7000 + SWEEP_MS;
    const { error, ends } = await outcome;
    expect(ends).toBe(1);
    expect(error?.code).toBe("backend_timeout");
    expect(error?.message).toBe('engine "e" did not begin to answer within 7 s (first_byte_timeout_secs)');
    expect(error?.details).toEqual({ engine: "e", limit: "first_byte_timeout_secs", limit_ms: 7000 });
    await until(() => server.sockets.size === 0);
  });

  it("end an answer that falls silent, but not one that its reader has paused", async () => {
    const { clock, server, engine } = await openSlow({ idle_timeout_secs: 9 });
    let isPaused = false;
    let failures = 0;
    const paused = send(
      engine,
      {
        onData: () => {
          isPaused = true;
          return false;
        },
        onFailure: () => {
          failures++;
        },
      },
      { path: "/v1/begun" },
    );
    const outcome = run(engine, { path: "/v1/begun" });
    await until(() => isPaused && server.seen.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.now = 9000 + SWEEP_MS;
    const { error, status } = await outcome;
    expect(status).toBe(200);
    expect(error?.details).toEqual({ engine: "e", limit: "idle_timeout_secs", limit_ms: 9000 });
    await new Promise((resolve) => setTimeout(resolve, 2 * SWEEP_MS));
    expect(failures).toBe(0);
    paused.abort();
  });

  it("end a whole call once its reader reads on, and not while it is paused", async () => {
    const { clock, engine } = await openSlow({ total_timeout_secs: 60, idle_timeout_secs: 1000 });
    let code: string | undefined;
    let isPaused = false;
    const call = send(
      engine,
      {
        onData: () => {
          isPaused = true;
          return false;
        },
        onFailure: (error) => {
          code = String(error.details["limit"]);
        },
      },
      { path: "/v1/begun" },
    );
    await until(() => isPaused);
    clock.now = 60_000;
    await new Promise((resolve) => setTimeout(resolve, 2 * SWEEP_MS));
    expect(code).toBeUndefined();
    call.resume();
    clock.now = 120_000;
    await until(() => code !== undefined);
    expect(code).toBe("total_timeout_secs");
  });

  it("end a call that waits for a connection, which is then never sent", async () => {
    const { clock, server, engine } = await openSlow({ max_connections: 1, first_byte_timeout_secs: 5 });
    const first = send(engine, {}, { path: "/v1/begun" });
    await until(() => server.seen.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const outcome = run(engine);
    clock.now = 5000 + SWEEP_MS;
    expect((await outcome).error?.details["limit"]).toBe("first_byte_timeout_secs");
    first.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toHaveLength(1);
  });

  it("begin again when a call is sent again", async () => {
    const clock = { now: 0 };
    const server = await serve((response) => {
      if (server.seen.length > 1) return;
      clock.now = 6000;
      response.writeHead(429, { "retry-after": "0" });
      response.end();
    });
    const settings = { base_url: server.url, first_byte_timeout_secs: 7 };
    const engine = open(settings, { now: () => clock.now, random: () => 0 });
    let limit: unknown;
    send(engine, {
      onFailure: (error) => {
        limit = error.details["limit"];
      },
    });
    await until(() => server.seen.length === 2);
    clock.now = 12_999;
    await new Promise((resolve) => setTimeout(resolve, 2 * SWEEP_MS));
    expect(limit).toBeUndefined();
    clock.now = 13_000 + SWEEP_MS;
    await until(() => limit !== undefined);
    expect(limit).toBe("first_byte_timeout_secs");
  });

  it("end a connection that does not come about", async () => {
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    later(() => new Promise((resolve) => silent.close(resolve)));
    const { port } = silent.address() as { port: number };
    const base_url = `https://127.0.0.1:${port}`;
    const { error } = await run(open({ base_url, connect_timeout_ms: 50, retries: 0 }));
    expect(error?.code).toBe("backend_timeout");
    expect(error?.message).toBe('engine "e" could not be connected to within 50 ms (connect_timeout_ms)');
    expect(error?.details).toEqual({ engine: "e", limit: "connect_timeout_ms", limit_ms: 50 });
  });
});
