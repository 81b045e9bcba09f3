import { describe, expect, it } from "vitest";
import { settledNumber, until } from "../../../test/eventually.ts";
import { findDialect } from "../../dialects/index.ts";
import { type BaseUrl, readBaseUrl } from "../address/base-url.ts";
import { type EngineFixture, engineContract } from "../engine.contract.ts";
import type { EngineSettings } from "../engine-settings.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { defaultSettings, openOne, request, run, send, startLoopback } from "../fixtures/loopback.ts";
import { openEngines } from "../open-engines.ts";
import { openFakeEngine } from "./fixtures/fake-engine.ts";
import type { HttpCall } from "./http-call.ts";

const { serve, open, later } = openBench();

// No UTF-8, and every byte there is: nothing may be decoded on the way.
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

const token = { credential_command: ["print-token"] };
// A test is then over before the engine has its token, too.
const runCommand = () => new Promise<string>((resolve) => setTimeout(resolve, 5, "t1"));

engineContract("http", () => openContractEngine({}));
engineContract("http, with a token from a command", () => openContractEngine(token));

async function openContractEngine(settings: Partial<EngineSettings>): Promise<EngineFixture> {
  const server = await startLoopback((response, { target }) => {
    if (target === "/v1/models") {
      response.end('{"object":"list","data":[{"id":"m","object":"model","created":1,"owned_by":"o"}]}');
      return;
    }
    if (target !== "/v1/long") {
      response.end(bytes);
      return;
    }
    let left = 40;
    const timer = setInterval(() => {
      response.write(Buffer.alloc(3000, left));
      if (--left > 0) return;
      clearInterval(timer);
      response.end();
    }, 1);
    response.on("close", () => clearInterval(timer));
  });
  const { engine, engines } = openOne({ base_url: server.url, ...settings }, { runCommand });
  return {
    engine,
    short: request,
    shortBody: bytes,
    long: { ...request, path: "/v1/long" },
    close: async () => {
      await engines.close();
      await server.close();
    },
  };
}

describe("an HTTP engine", () => {
  it("sends the method, the body and the headers as they are, and hands on status and headers as they came", async () => {
    const server = await serve((response) => {
      response.writeHead(418, ["X-Odd-Case", "a", "x-odd-case", "b", "content-length", "2"]);
      response.end("{}");
    });
    const engine = open({ base_url: server.url });
    const body = '{ "a" : 1.0, "a":2 }';
    const outcome = await run(engine, { body, headers: ["X-Mixed", "1", "x-mixed", "2"] });
    expect(server.seen[0]).toMatchObject({ method: "POST", target: "/v1/chat/completions", body });
    expect(pairs(server.seen[0]!.headers)).toEqual(expect.arrayContaining(["X-Mixed: 1", "x-mixed: 2"]));
    expect(outcome.status).toBe(418);
    expect(pairs(outcome.headers)).toEqual(expect.arrayContaining(["X-Odd-Case: a", "x-odd-case: b"]));
    expect(outcome.body.toString()).toBe("{}");
  });

  it("takes no interim response for the answer", async () => {
    const server = await serve((response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.end("x");
    });
    const heads: number[] = [];
    await new Promise<void>((resolve) => {
      send(open({ base_url: server.url }), { onHead: (status) => heads.push(status), onEnd: resolve });
    });
    expect(heads).toEqual([200]);
  });

  it("closes the connection at once when a call is aborted, before and after the head", async () => {
    const server = await serve((response, { target }) => {
      if (target === "/v1/head") response.write("x");
    });
    const engine = open({ base_url: server.url });
    const waiting = send(engine, {}, { path: "/v1/silent" });
    let gotHead = false;
    const answering = send(engine, { onData: () => (gotHead = true) }, { path: "/v1/head" });
    await until(() => gotHead && server.seen.length === 2);
    expect(server.sockets.size).toBe(2);
    waiting.abort();
    answering.abort();
    await until(() => server.sockets.size === 0);
  });

  it("never sends a call that was aborted while it waited for a connection", async () => {
    let finish: () => unknown = () => undefined;
    const server = await serve((response, { target }) => {
      if (target === "/v1/first") finish = () => response.end("x");
      else response.end("y");
    });
    const engine = open({ base_url: server.url, max_connections: 1 });
    const first = run(engine, { path: "/v1/first" });
    await until(() => server.seen.length === 1);
    const queued = send(engine, {}, { path: "/v1/queued" });
    const last = run(engine, { path: "/v1/last" });
    queued.abort();
    finish();
    await Promise.all([first, last]);
    expect(server.seen.map(({ target }) => target)).toEqual(["/v1/first", "/v1/last"]);
    expect(server.connections()).toBe(1);
  });

  it("lets the engine wait while a call is paused, and buffers a bounded part", async () => {
    const total = 64 * 1024 * 1024;
    let written = 0;
    const server = await serve((response) => {
      const piece = Buffer.alloc(65_536);
      const pump = () => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) {
            response.once("drain", pump);
            return;
          }
        }
        response.end();
      };
      pump();
    });
    const engine = open({ base_url: server.url });
    let received = 0;
    let isOver = false;
    const call = send(engine, {
      onData: (chunk) => {
        received += chunk.length;
        return received > 100_000;
      },
      onEnd: () => {
        isOver = true;
      },
    });
    await until(() => received > 0);
    await settledNumber(() => written);
    expect(received).toBeLessThanOrEqual(100_000);
    // What the two kernels' socket buffers hold lies between.
    expect(written).toBeLessThan(total / 2);
    while (!isOver) {
      call.resume();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(received).toBe(total);
  });

  it("may be told to go on from within another call's callback", async () => {
    const server = await serve((response) => {
      response.write("a".repeat(10));
      setTimeout(() => response.end("b".repeat(10)), 20);
    });
    const engine = open({ base_url: server.url });
    let first = 0;
    let isFirstOver = false;
    const paused = send(engine, {
      onData: (chunk) => {
        first += chunk.length;
        return first > 10;
      },
      onEnd: () => {
        isFirstOver = true;
      },
    });
    await until(() => first > 0);
    let failure: unknown;
    const other = { onFailure: (error: unknown) => (failure = error) };
    await new Promise<void>((resolve) => {
      const onData = () => {
        paused.resume();
        return true;
      };
      send(engine, { ...other, onData, onEnd: resolve });
    });
    await until(() => isFirstOver);
    expect(failure).toBeUndefined();
    expect(first).toBe(20);
  });

  it("ends its calls when it is closed, and leaves those of another engine of the same origin alone", async () => {
    let finish: () => unknown = () => undefined;
    const server = await serve((response, { target }) => {
      if (target === "/v1/b") finish = () => response.end("x");
    });
    const settings = defaultSettings({ preset: "compatible", base_url: server.url });
    const engines = openEngines({ one: settings, shared: settings }, { env: {} });
    later(engines.close);
    const [one, shared] = [engines.get("one"), engines.get("shared")];
    const ended = run(one, { path: "/v1/a" });
    const other = run(shared, { path: "/v1/b" });
    await until(() => server.seen.length === 2);
    await one.close();
    expect((await ended).error?.code).toBe("backend_unavailable");
    finish();
    expect((await other).status).toBe(200);
  });

  it("reports that its list of models is refused, without the vendor's words", async () => {
    const server = await serve((response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(
        '{"error":{"message":"Incorrect API key provided: sk-canary","type":"invalid_request_error"}}',
      );
    });
    const engine = open({ base_url: server.url, api_key: "sk-canary" });
    const health = await engine.check(new AbortController().signal);
    expect(health.ok).toBe(false);
    expect(health.error?.code).toBe("backend_auth_failed");
    expect(JSON.stringify([health.error?.message, health.error?.details])).not.toContain("canary");
  });

  it("gives up a list of models that is larger than any, or that is no longer wanted", async () => {
    const server = await serve((response) => {
      response.end(Buffer.alloc(5 * 1024 * 1024, 32));
    });
    const engine = open({ base_url: server.url });
    await expect(engine.listModels(new AbortController().signal)).rejects.toMatchObject({
      code: "backend_unavailable",
    });
    await expect(engine.listModels(AbortSignal.abort())).rejects.toMatchObject({ code: "client_gone" });
  });
});

describe("an HTTP engine with a fake pool", () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("shows its settings", () => {
    const { engine } = openFakeEngine();
    expect(engine).toMatchObject({
      name: "e",
      provider: "anthropic",
      location: "https://h.test/base",
      models: ["m-*"],
      fallback: [{ engine: "other" }],
      isSimulated: false,
      keepsResponses: false,
      usesCallerKey: false,
    });
    expect(engine.dialect).toBe(findDialect("claude"));
    expect(openFakeEngine({ keepsResponses: true }).engine.keepsResponses).toBe(true);
    expect(openFakeEngine({ credential: { from: "caller" } }).engine.usesCallerKey).toBe(true);
    expect(openFakeEngine({ credential: { from: "none" } }).engine.usesCallerKey).toBe(false);
  });

  it("conceals its key and the values of its headers", () => {
    const { engine } = openFakeEngine({ headers: ["x-team", "team-secret"] });
    expect(engine.conceal("engine-key-1 team-secret x-team")).toBe("[redacted] [redacted] x-team");
  });

  it("appends each path to its base, also when paths alternate", async () => {
    const { pool, send } = openFakeEngine();
    for (const path of ["/v1/a", "/v1/a", "/v1/b", "/v1/a"]) send({ path });
    expect(pool.exchanges.map(({ options }) => options.path)).toEqual([
      "/base/v1/a",
      "/base/v1/a",
      "/base/v1/b",
      "/base/v1/a",
    ]);
    const { handler } = send({ path: "/../x" });
    send({ path: "/v1/a" });
    await settled();
    expect(handler.error?.message).toBe('engine "e" cannot be sent this path');
    expect(pool.exchanges).toHaveLength(5);
  });

  it("refuses an empty path, also as its first", async () => {
    const { pool, send } = openFakeEngine();
    const { handler } = send({ path: "" });
    await settled();
    expect(handler.error?.code).toBe("request_malformed");
    expect(pool.exchanges).toHaveLength(0);
  });

  it("refuses every call when its literal address is not allowed", async () => {
    const base = readBaseUrl("http://10.0.0.1") as BaseUrl;
    const denied = openFakeEngine({ base });
    const { handler } = denied.send();
    await settled();
    expect(handler.error?.code).toBe("engine_address_denied");
    expect(denied.pool.exchanges).toHaveLength(0);
    const allowed = openFakeEngine({ base, allowPrivate: true });
    allowed.send();
    expect(allowed.pool.exchanges).toHaveLength(1);
  });

  it("sends its headers: defaults of the dialect, configured ones, the credential", () => {
    const { pool, send } = openFakeEngine({ headers: ["x-team", "t"] });
    send({ headers: ["a", "1"] });
    const headers = pool.last.options.headers as string[];
    expect(headers.slice(0, 2)).toEqual(["a", "1"]);
    expect(headers).toContain("anthropic-version");
    expect(headers.slice(-4)).toEqual(["x-team", "t", "x-api-key", "engine-key-1"]);
  });

  it("puts the dialect's prefix before the key and before a caller's credential", () => {
    const dialect = findDialect("openai");
    const keyed = openFakeEngine({ dialect });
    keyed.send();
    expect((keyed.pool.last.options.headers as string[]).slice(-2)).toEqual([
      "authorization",
      "Bearer engine-key-1",
    ]);
    const callers = openFakeEngine({ dialect, credential: { from: "caller" } });
    callers.send({ callerCredential: "theirs" });
    expect((callers.pool.last.options.headers as string[]).slice(-2)).toEqual([
      "authorization",
      "Bearer theirs",
    ]);
  });

  it("stops calls while its breaker is open, for at least a second, but no auxiliary ones", async () => {
    const { pool, send, clock } = openFakeEngine({ retries: 0 });
    for (let call = 0; call < 5; call++) {
      send();
      pool.last.start().head(500).end();
    }
    const now = send();
    clock.now = 4999;
    const later = send();
    await settled();
    expect(now.handler.error?.message).toBe('engine "e" failed repeatedly and is tried again in 5 s');
    expect(now.handler.error?.details).toEqual({ engine: "e", retry_after_secs: 5 });
    expect(later.handler.error?.details["retry_after_secs"]).toBe(1);
    expect(later.handler.error?.code).toBe("circuit_breaker_open");
    expect(pool.exchanges).toHaveLength(5);
    send({ isAuxiliary: true });
    expect(pool.exchanges).toHaveLength(6);
    clock.now = 5000;
    send();
    expect(pool.exchanges).toHaveLength(7);
  });

  it("counts every call that it sends for its retry budget", () => {
    const { pool, send, notices } = openFakeEngine();
    for (let call = 0; call < 40; call++) send();
    for (const exchange of [...pool.exchanges]) exchange.start().head(429, "retry-after", "9");
    expect(notices).toHaveLength(4);
  });

  it("applies the retries, limits and clock of its settings", () => {
    const { pool, send, notices, clock } = openFakeEngine({ retries: 0 });
    clock.now = 123;
    const { call } = send();
    pool.last.error("ECONNREFUSED");
    expect(notices).toEqual([]);
    expect((call as HttpCall).checkTime(60_122)?.details["limit"]).toBe("first_byte_timeout_secs");
    expect((call as HttpCall).checkTime(60_123)?.details["limit"]).toBe("total_timeout_secs");
  });

  it("checks itself with its list of models, and measures how long that takes", async () => {
    const { engine, pool, clock } = openFakeEngine();
    const check = engine.check(new AbortController().signal);
    clock.now = 40;
    pool.last.start().head(200).data('{"data":[],"has_more":false}').end();
    expect(await check).toEqual({ ok: true, latencyMs: 40 });
    const failing = engine.check(new AbortController().signal);
    clock.now = 100;
    pool.last.start().head(500).data("{}").end();
    expect(await failing).toMatchObject({ ok: false, latencyMs: 60, error: { code: "backend_unavailable" } });
  });

  it("fails its check when its list of models is not understood", async () => {
    const { engine, pool } = openFakeEngine({
      dialect: {
        ...findDialect("claude"),
        readModels: () => {
          throw new TypeError("no list");
        },
      },
    });
    const check = engine.check(new AbortController().signal);
    pool.last.start().head(200).data("{}").end();
    const { ok, error } = await check;
    expect(ok).toBe(false);
    expect(error?.code).toBe("backend_unavailable");
    expect(error?.message).toBe('engine "e" lists its models in a way that is not understood');
    expect(error?.cause).toMatchObject({ message: "no list" });
  });

  it("fails its calls and returns its pool when it is closed", async () => {
    const { engine, pool, send } = openFakeEngine();
    const { handler } = send();
    await engine.close();
    expect(handler.error?.code).toBe("backend_unavailable");
    expect(handler.error?.message).toBe('engine "e" was closed');
    expect(pool.destroyed).toBe(1);
  });
});

function pairs(list: readonly string[]): string[] {
  return list.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${list[index + 1]}`] : []));
}
