import { describe, expect, it } from "vitest";
import { BODY_IDLE_TICKS, fakeContext, LINGER_TICKS } from "../../../test/server/fake-context.ts";
import { type SeenCall, UPLOAD_PATH } from "../../../test/server/fake-gateway.ts";
import type { AbpError } from "../../contract/index.ts";
import { type FakeExchange, fakeExchange } from "../fixtures/fake-exchange.ts";

/** An exchange whose body is handed over while it is received. The test plays the gateway. */
function uploading(options: { hasBody?: boolean; awaitsContinue?: boolean; contentLength?: number } = {}) {
  const { hasBody = true, awaitsContinue = false, contentLength } = options;
  const fake: FakeExchange = fakeExchange(fakeContext(), UPLOAD_PATH);
  fake.context.gateway.answer = () => undefined;
  fake.exchange.expectBody(hasBody, awaitsContinue);
  fake.open(contentLength === undefined ? {} : { contentLength });
  const call = fake.context.gateway.calls[0] as SeenCall;
  const body = call.stream?.[Symbol.asyncIterator]();
  const read = async () => {
    const next = await body!.next();
    return next.done === true ? undefined : Buffer.from(next.value).toString();
  };
  const tick = (count: number) => {
    for (let at = 0; at < count; at += 1) {
      fake.context.clock.now += 1;
      fake.exchange.tick(fake.context.clock.now);
    }
  };
  return { ...fake, call, body, read, tick };
}

describe("a body that is passed on while it is received", () => {
  it("reaches the call chunk by chunk, and takes no room of the budget for whole bodies", async () => {
    const { request, read, context, response, call } = uploading();
    const before = context.bodies.used;
    request.send("abc");
    expect(await read()).toBe("abc");
    request.send("def");
    expect(await read()).toBe("def");
    expect(context.bodies.used).toBe(before);
    request.end();
    expect(await read()).toBeUndefined();
    call.sink.head(200, []);
    call.sink.end("{}");
    context.batcher.flush();
    expect([response.status, response.text, response.writableEnded, response.shouldKeepAlive]).toEqual([
      200,
      "{}",
      true,
      true,
    ]);
    response.finish();
    expect(context.slots.total).toBe(0);
    expect(call.left).toBeUndefined();
  });

  it("makes the caller wait while the engine does not take it", async () => {
    const { request, read } = uploading();
    request.send(Buffer.alloc(70_000 - 10_000));
    request.send(Buffer.alloc(4_096));
    expect(request.isPaused).toBe(false);
    request.send(Buffer.alloc(1_440));
    expect(request.isPaused).toBe(true);
    for (let at = 0; at < 3; at += 1) await read();
    expect(request.isPaused).toBe(false);
  });

  it("is asked for with `100 Continue` only when the call wants it", async () => {
    const { response, read, request } = uploading({ awaitsContinue: true });
    expect(response.continues).toBe(0);
    const next = read();
    expect(response.continues).toBe(1);
    request.send("a");
    expect(await next).toBe("a");
  });

  it("is undefined if the request has none", () => {
    const { call } = uploading({ hasBody: false });
    expect(call.stream).toBeUndefined();
  });

  it("above the limit is refused before it is read if it is announced, and with the key's name", () => {
    const fake = fakeExchange(fakeContext(), UPLOAD_PATH);
    fake.exchange.expectBody(true, false);
    expect(() => fake.open({ contentLength: 65 * 1024 })).toThrow(
      expect.objectContaining({
        code: "input_too_large",
        advice: expect.stringContaining("gateway.max_upload_bytes"),
      }),
    );
    expect(fake.context.gateway.calls).toEqual([]);
  });

  it("above the limit without an announced length ends with the same error", async () => {
    const { request, read } = uploading();
    request.send(Buffer.alloc(64 * 1024));
    await read();
    const next = read();
    request.send("x");
    await expect(next).resolves.toBe("x");
    await expect(read()).rejects.toMatchObject({ code: "input_too_large" });
  });

  it.each([true, false])("is refused if its call cannot start, with a body (%s)", (hasBody) => {
    const fake = fakeExchange(fakeContext(), UPLOAD_PATH);
    fake.context.gateway.answer = () => {
      throw new Error("secret cause");
    };
    fake.exchange.expectBody(hasBody, false);
    fake.open();
    expect(fake.response.status).toBe(500);
    expect(fake.response.text).toContain('"internal"');
    expect(fake.context.reports).toEqual([expect.stringContaining("secret cause")]);
  });

  it("that stops coming ends with an error, but not while the engine is slow", async () => {
    const { request, read, tick } = uploading();
    request.send("a");
    tick(BODY_IDLE_TICKS * 3);
    expect(await read()).toBe("a");
    const next = read().catch((error: AbpError) => error.code);
    tick(BODY_IDLE_TICKS - 1);
    request.send("b");
    expect(await next).toBe("b");
    const last = read().catch((error: AbpError) => error.code);
    tick(BODY_IDLE_TICKS);
    expect(await last).toBe("request_timed_out");
  });

  it("ends with its caller", async () => {
    const { response, read, call, context } = uploading();
    const next = read().catch((error: AbpError) => error.code);
    response.emit("close");
    expect(await next).toBe("client_gone");
    expect(call.left).toBe("client_gone");
    expect(context.slots.total).toBe(0);
  });
});

describe("an answer that comes before such a body is complete", () => {
  it("is sent whole, then the rest of the body is thrown away, and the connection is closed", async () => {
    const { request, read, call, response, context } = uploading();
    request.send("a");
    await read();
    call.sink.head(413, ["content-length", "2"]);
    call.sink.end("no");
    context.batcher.flush();
    expect([response.status, response.text, response.writableEnded]).toEqual([413, "no", false]);
    expect(response.shouldKeepAlive).toBe(false);
    request.send("thrown away");
    request.end();
    expect(response.writableEnded).toBe(true);
  });

  it("does not wait for ever for a caller that goes on sending", () => {
    const { request, call, response, tick } = uploading();
    request.send(Buffer.alloc(65_536));
    expect(request.isPaused).toBe(true);
    call.sink.head(413, []);
    call.sink.end("no");
    expect(request.isPaused).toBe(false);
    tick(LINGER_TICKS);
    expect(response.writableEnded).toBe(true);
  });

  it("ends at once if the caller still waits for `100 Continue`", () => {
    const { call, response, context } = uploading({ awaitsContinue: true });
    call.sink.head(403, []);
    call.sink.end("no");
    context.batcher.flush();
    expect([response.continues, response.writableEnded, response.shouldKeepAlive]).toEqual([0, true, false]);
  });
});
