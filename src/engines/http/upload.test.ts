import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually, settledNumber } from "../../../test/eventually.ts";
import type { Engine, Upload } from "../engine.ts";
import { defaultSettings } from "../fixtures/loopback.ts";
import { openEngines } from "../open-engines.ts";
import { openFakeContext, RecordingHandler } from "./fixtures/fake-pool.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function serve(listener: Parameters<typeof createServer>[1]): Promise<Engine> {
  const server = createServer(listener as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const engines = openEngines(
    {
      e: defaultSettings({
        dialect: "openai",
        base_url: `http://127.0.0.1:${port}/v1`,
        api_key: "engine-key",
      }),
    },
    { env: {} },
  );
  cleanups.push(
    () => new Promise<void>((resolve) => server.close(() => resolve())),
    () => server.closeAllConnections(),
    () => engines.close(),
  );
  return engines.get("e");
}

async function send(engine: Engine, upload: Upload, method: "POST" | "PUT" | "PATCH" | "GET" = "POST") {
  const handler = new RecordingHandler();
  const over = new Promise<void>((resolve) => {
    handler.react = (event) => {
      if (event === "end" || event === "failure") resolve();
      return true;
    };
  });
  engine.dispatch(
    { method, path: "/v1/files", headers: ["content-type", "x/y"], upload, repeatable: true },
    handler,
  );
  await over;
  return handler;
}

async function* chunks(count: number, bytes: number) {
  for (let at = 0; at < count; at += 1) yield Buffer.alloc(bytes, at);
}

describe("a body that is sent while it is received", () => {
  it("arrives whole with the length that was announced, or in chunks without one", async () => {
    const engine = await serve((request, response) => {
      const hash = createHash("sha256");
      request.on("data", (chunk) => hash.update(chunk));
      request.on("end", () => {
        const { "content-length": length, "transfer-encoding": coding } = request.headers;
        response.end(`${request.method} ${length} ${coding} ${hash.digest("hex")}`);
      });
    });
    const expected = createHash("sha256");
    for await (const chunk of chunks(20, 50_000)) expected.update(chunk);
    const digest = expected.digest("hex");
    const announced = await send(engine, { chunks: chunks(20, 50_000), length: 1_000_000 }, "PUT");
    expect(announced.log).toEqual(["head 200", `data PUT 1000000 undefined ${digest}`, "end"]);
    const chunked = await send(engine, { chunks: chunks(20, 50_000), length: undefined }, "PATCH");
    expect(chunked.log).toEqual(["head 200", `data PATCH undefined chunked ${digest}`, "end"]);
    const got = await send(engine, { chunks: chunks(1, 3), length: 3 }, "GET");
    expect(got.log[1]).toMatch(/^data GET 3 /);
  });

  it("is read only as fast as the engine takes it", async () => {
    let release: () => void = () => undefined;
    const engine = await serve((request, response) => {
      release = () => {
        request.resume();
        request.on("end", () => response.end("ok"));
      };
    });
    let given = 0;
    async function* endless() {
      for (; given < 400; given += 1) yield Buffer.alloc(65_536);
    }
    const done = send(engine, { chunks: endless(), length: undefined });
    await eventually(() => expect(given).toBeGreaterThan(5));
    // The operating system's buffers fill up; then nothing more is read.
    await settledNumber(() => given);
    expect(given).toBeLessThan(400);
    release();
    expect((await done).log).toEqual(["head 200", "data ok", "end"]);
    expect(given).toBe(400);
  });

  it("may be answered before it is complete", async () => {
    const engine = await serve((_request, response) => {
      response.writeHead(413, { "content-length": "3", connection: "close" });
      response.end("no!");
    });
    async function* slow() {
      yield Buffer.from("first");
      await new Promise(() => undefined);
    }
    const handler = await send(engine, { chunks: slow(), length: 1000 });
    expect(handler.log).toEqual(["head 413", "data no!", "end"]);
  });

  it("never looks complete to the engine if its source fails", async () => {
    let seen: string | undefined;
    const engine = await serve((request) => {
      request.resume();
      request.on("end", () => (seen = "complete"));
      request.on("aborted", () => (seen = "aborted"));
      request.on("error", () => undefined);
    });
    async function* broken() {
      yield Buffer.alloc(1000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("the caller left");
    }
    const handler = await send(engine, { chunks: broken(), length: undefined });
    expect(handler.log).toEqual(["failure internal"]);
    await eventually(() => expect(seen).toBe("aborted"));
  });
});

describe("the time limits of such a call", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends a call whose body the test plays: both its source and the connection that takes it. */
  async function open() {
    const engine = openFakeContext({ retries: 3 });
    let more = Promise.withResolvers<Buffer | undefined>();
    async function* source() {
      for (let chunk = await more.promise; chunk !== undefined; chunk = await more.promise) {
        more = Promise.withResolvers();
        yield chunk;
      }
    }
    const { handler, exchange } = engine.send({ upload: { chunks: source(), length: undefined } });
    const body = (exchange.options.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const wait = async (ms: number) => {
      engine.clock.now += ms;
      await vi.advanceTimersByTimeAsync(ms);
    };
    return {
      ...engine,
      handler,
      exchange,
      body,
      wait,
      give: (text?: string) => more.resolve(text === undefined ? undefined : Buffer.from(text)),
    };
  }

  it("do not count while the caller is slow, and count from the end of the body", async () => {
    const { handler, exchange, body, wait, give } = await open();
    exchange.start();
    const first = body.next();
    await wait(100_000);
    expect(handler.log).toEqual([]);
    give("a");
    await first;
    const end = body.next();
    await wait(2000);
    give();
    expect((await end).done).toBe(true);
    await wait(4500);
    expect(handler.log).toEqual([]);
    await wait(1500);
    expect(handler.log).toEqual(["failure backend_timeout"]);
    expect(handler.error?.message).toContain("first_byte_timeout_secs");
  });

  it("end a call whose engine takes no more of the body", async () => {
    const { handler, exchange, body, wait, give } = await open();
    exchange.start();
    give("a");
    await body.next();
    await wait(2000);
    expect(handler.log).toEqual([]);
    await wait(2000);
    expect(handler.log).toEqual(["failure backend_timeout"]);
    expect(handler.error?.message).toContain("did not take more of the request's body");
  });

  it("count while no connection takes the request, which is never sent again", async () => {
    const { handler, exchange, wait, pool } = await open();
    await wait(6000);
    expect(handler.log).toEqual(["failure backend_timeout"]);
    exchange.error("ECONNREFUSED");
    expect(pool.exchanges).toHaveLength(1);
    const other = await open();
    other.exchange.error("ECONNREFUSED");
    expect(other.handler.log).toEqual(["failure backend_unavailable"]);
    expect(other.pool.exchanges).toHaveLength(1);
  });

  it("hold for an answer that came early and then stops", async () => {
    const { handler, exchange, body, wait } = await open();
    exchange.start();
    void body.next();
    exchange.head(413);
    await wait(4000);
    expect(handler.log).toEqual(["head 413", "failure backend_timeout"]);
  });
});
