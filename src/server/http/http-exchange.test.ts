import { describe, expect, it } from "vitest";
import {
  BODY_IDLE_TICKS,
  fakeContext,
  LINGER_TICKS,
  STALL_TICKS,
} from "../../../test/server/fake-context.ts";
import type { SeenCall } from "../../../test/server/fake-gateway.ts";
import { AbpError } from "../../contract/index.ts";
import { findHeader } from "../../lib/index.ts";
import { type FakeExchange, fakeExchange } from "../fixtures/fake-exchange.ts";

const EVENT_STREAM = ["content-type", "text/event-stream"];

/** An exchange whose call has started and is answered by the test. */
function answering(): FakeExchange & { call: SeenCall } {
  const fake = fakeExchange();
  fake.context.gateway.answer = () => undefined;
  fake.exchange.expectBody(false, false);
  fake.open();
  return { ...fake, call: fake.context.gateway.calls[0]! };
}

/** An exchange whose body is being read. */
function reading(awaitsContinue = false): FakeExchange {
  const fake = fakeExchange();
  fake.exchange.expectBody(true, awaitsContinue);
  fake.open();
  return fake;
}

describe("a call without a body", () => {
  it("starts at once and holds a slot until its answer is taken", () => {
    const { context, response, exchange, live, call } = answering();
    expect(call.body).toHaveLength(0);
    expect([context.slots.total, live.length, exchange.hasBegun, exchange.isOver]).toEqual([
      1,
      1,
      true,
      false,
    ]);
    call.sink.head(200, []);
    call.sink.end("{}");
    context.batcher.flush();
    expect([response.status, response.text, response.writableEnded]).toEqual([200, "{}", true]);
    expect(context.slots.total).toBe(1);
    response.finish();
    expect([context.slots.total, live.length, exchange.isOver]).toEqual([0, 0, true]);
    expect(call.left).toBeUndefined();
  });

  it("is left when its caller goes before the answer is taken", () => {
    const { context, response, call } = answering();
    response.emit("close");
    expect(call.left).toBe("client_gone");
    expect(context.slots.total).toBe(0);
    expect(call.sink.write("more")).toBe(false);
    call.sink.head(200, []);
    call.sink.end("end");
    context.batcher.flush();
    expect(response.headersSent).toBe(false);
  });

  it("holds its slot until its background work is done", async () => {
    const { context, response, call } = answering();
    const { promise, resolve } = Promise.withResolvers<void>();
    call.background = promise;
    call.sink.head(200, []);
    call.sink.end("{}");
    context.batcher.flush();
    response.finish();
    expect([context.slots.total, context.finished.backgroundCount]).toEqual([1, 1]);
    resolve();
    await promise;
    expect([context.slots.total, context.finished.backgroundCount]).toEqual([0, 0]);
  });

  it("that throws when it starts is answered with a 500 and gives its slot back", () => {
    const fake = fakeExchange();
    fake.context.gateway.answer = () => {
      throw new Error("secret cause");
    };
    fake.exchange.expectBody(false, false);
    fake.open();
    expect(fake.response.status).toBe(500);
    expect(fake.response.text).toContain('"internal"');
    expect(fake.response.text).not.toContain("secret cause");
    expect(fake.context.reports).toEqual([expect.stringContaining("secret cause")]);
    fake.response.finish();
    expect(fake.context.slots.total).toBe(0);
  });

  it("that throws after it has begun to answer is broken off", () => {
    const fake = fakeExchange();
    fake.context.gateway.answer = ({ sink }) => {
      sink.head(200, []);
      throw new Error("late");
    };
    fake.exchange.expectBody(false, false);
    fake.open();
    expect(fake.response.status).toBe(200);
    expect(fake.response.writableEnded).toBe(false);
    expect(fake.request.socket.closings).toEqual(["destroySoon"]);
  });
});

describe("a call with a body", () => {
  it("starts when the body is complete, with all of it", () => {
    const { context, request } = reading();
    request.send('{"a"');
    request.send(":1}");
    expect(context.gateway.calls).toEqual([]);
    request.end();
    expect(context.gateway.calls[0]!.body.toString()).toBe('{"a":1}');
  });

  it("hands over a body of one chunk without a copy", () => {
    const { context, request } = reading();
    const chunk = Buffer.from("{}");
    request.send(chunk);
    request.end();
    expect(context.gateway.calls[0]!.body).toBe(chunk);
  });

  it("gets 100 Continue only if its caller waits for that, and only once it is admitted", () => {
    expect(reading(false).response.continues).toBe(0);
    expect(reading(true).response.continues).toBe(1);
    const refused = fakeExchange();
    refused.exchange.expectBody(true, true);
    refused.exchange.refuse(new AbpError("auth_required", "no key"));
    expect(refused.response.continues).toBe(0);
    expect([refused.response.writableEnded, refused.response.shouldKeepAlive]).toEqual([true, false]);
  });

  it("that was told to continue and is then refused is read on until its caller stops", () => {
    const { response, request, exchange } = reading(true);
    request.send("{");
    exchange.refuse(new AbpError("input_too_large", "too large"));
    expect(response.writableEnded).toBe(false);
    request.end();
    expect(response.writableEnded).toBe(true);
  });

  it("is refused without a slot when it announces too many bytes", () => {
    const fake = fakeExchange();
    fake.exchange.expectBody(true, false);
    expect(() => fake.open({ contentLength: 65_537 })).toThrow(
      expect.objectContaining({ code: "input_too_large", details: { limit: 65_536 } }),
    );
    expect(fake.context.slots.total).toBe(0);
    fake.open({ contentLength: 65_536 });
    expect(fake.context.slots.total).toBe(1);
  });

  it("is refused when it sends more bytes than the limit, not when it sends exactly as many", () => {
    const { context, request, response } = reading();
    request.send(Buffer.alloc(65_536));
    expect(response.status).toBeUndefined();
    request.send("x");
    expect(response.status).toBe(413);
    request.end();
    expect(context.gateway.calls).toEqual([]);
  });

  it("is refused when the body stands still, and not while it goes on", () => {
    const { context, request, response, exchange } = reading();
    context.clock.now = BODY_IDLE_TICKS - 1;
    exchange.tick(context.clock.now);
    request.send("x");
    context.clock.now += BODY_IDLE_TICKS - 1;
    exchange.tick(context.clock.now);
    expect(response.status).toBeUndefined();
    context.clock.now += 1;
    exchange.tick(context.clock.now);
    expect(response.status).toBe(408);
    expect(response.text).toContain("30 seconds");
    expect(context.gateway.refusals[0]!.details).toEqual({ limit: "gateway.body_idle_timeout_secs" });
  });

  it("starts no call when its caller goes before the end", () => {
    const { context, request, response } = reading();
    request.send("{");
    response.emit("close");
    request.end();
    expect(context.gateway.calls).toEqual([]);
    expect(context.slots.total).toBe(0);
  });
});

describe("the memory of a body", () => {
  it("is reserved before anything is read, and held until the answer is taken", () => {
    const { context, request, response, exchange, open } = fakeExchange();
    context.gateway.answer = () => undefined;
    exchange.expectBody(true, false);
    open({ contentLength: 1000 });
    expect(context.bodies.used).toBe(1000);
    request.emit("data", Buffer.alloc(1000));
    request.emit("end");
    expect(context.bodies.used).toBe(1000);
    const { sink } = context.gateway.calls[0]!;
    sink.head(200, []);
    sink.end("{}");
    context.batcher.flush();
    expect(context.bodies.used).toBe(1000);
    response.finish();
    expect(context.bodies.used).toBe(0);
  });

  it("is one buffer for a large body whose length is announced, with every byte in its place", () => {
    const context = fakeContext({ max_body_bytes: 3_000_000, max_total_body_bytes: 9_000_000 });
    const { request, exchange, open } = fakeExchange(context);
    const { gateway } = context;
    const admit = gateway.admit.bind(gateway);
    gateway.admit = (head) => ({ ...admit(head), maxBodyBytes: 3_000_000 });
    const body = Buffer.alloc(1024 * 1024 + 5, "0123456789");
    exchange.expectBody(true, false);
    open({ contentLength: body.length });
    for (let at = 0; at < body.length; at += 100_003) request.emit("data", body.subarray(at, at + 100_003));
    request.emit("end");
    const received = gateway.calls[0]!.body;
    expect([received.equals(body), received.buffer.byteLength]).toEqual([true, body.length]);
  });

  it("is counted as it grows if the length is not announced", () => {
    const { context, request, response } = reading();
    request.emit("data", Buffer.alloc(300));
    request.emit("data", Buffer.alloc(200));
    expect(context.bodies.used).toBe(500);
    response.emit("close");
    expect(context.bodies.used).toBe(0);
  });

  it("is refused if there is no room, before the caller gets 100 Continue", () => {
    const { context, response, exchange, open } = fakeExchange();
    context.bodies.take(190_000, "other");
    context.bodies.take(20_000, "third");
    exchange.expectBody(true, true);
    expect(() => open({ contentLength: 60_000 })).toThrow(
      expect.objectContaining({ code: "too_many_calls" }),
    );
    exchange.refuse(new AbpError("too_many_calls", "no room"));
    expect([response.continues, context.bodies.used, context.gateway.calls]).toEqual([0, 210_000, []]);
    response.finish();
    expect([context.slots.total, context.bodies.used]).toEqual([0, 210_000]);
  });

  it("is refused in the middle of a body that grows beyond the room, and is then free", () => {
    const { context, request, response } = reading();
    context.bodies.take(190_000, "other");
    context.bodies.take(60_000, "third");
    request.emit("data", Buffer.alloc(10_000));
    expect(response.headersSent).toBe(false);
    request.emit("data", Buffer.alloc(10_000));
    expect([response.status, context.bodies.used]).toEqual([429, 250_000]);
    request.emit("data", Buffer.alloc(10_000));
    request.emit("end");
    expect([context.gateway.calls, context.bodies.used]).toEqual([[], 250_000]);
  });

  it("is free again after a timeout, a body that is too large, and a call that cannot start", () => {
    const late = reading();
    late.request.emit("data", Buffer.alloc(10));
    late.exchange.tick(BODY_IDLE_TICKS);
    expect(late.context.bodies.used).toBe(0);
    const large = reading();
    for (let part = 0; part < 3; part += 1) large.request.emit("data", Buffer.alloc(30_000));
    expect([large.response.status, large.context.bodies.used]).toEqual([413, 0]);
    const broken = reading();
    broken.context.gateway.answer = () => {
      throw new Error("no");
    };
    broken.request.emit("data", Buffer.alloc(10));
    broken.request.emit("end");
    expect(broken.context.bodies.used).toBe(0);
  });

  it("is held until the background work is done", async () => {
    const { context, request, response } = reading();
    const work = Promise.withResolvers<void>();
    context.gateway.answer = (seen) => {
      seen.background = work.promise;
    };
    request.emit("data", Buffer.alloc(10));
    request.emit("end");
    const { sink } = context.gateway.calls[0]!;
    sink.head(200, []);
    sink.end("{}");
    context.batcher.flush();
    response.finish();
    expect(context.bodies.used).toBe(10);
    work.resolve();
    await work.promise;
    expect(context.bodies.used).toBe(0);
  });
});

describe("a refusal", () => {
  it("before the body is complete is sent whole; the connection closes when the caller stops sending", () => {
    const { request, response, exchange } = reading();
    exchange.refuse(new AbpError("input_too_large", "too large"));
    expect([response.status, response.shouldKeepAlive, response.writableEnded]).toEqual([413, false, false]);
    expect(response.text).toContain("input_too_large");
    expect(exchange.hasBegun).toBe(true);
    request.send("more");
    expect(response.writableEnded).toBe(false);
    request.end();
    expect(response.writableEnded).toBe(true);
  });

  it("closes the connection of a caller that goes on sending after 1 MiB", () => {
    const { request, response, exchange } = reading();
    request.send(Buffer.alloc(1000));
    exchange.refuse(new AbpError("input_too_large", "too large"));
    request.send(Buffer.alloc(1024 * 1024));
    expect(response.writableEnded).toBe(false);
    request.send("x");
    expect(response.writableEnded).toBe(true);
  });

  it("closes the connection of a caller that neither sends nor stops after the linger time", () => {
    const { context, response, exchange } = reading();
    context.clock.now = 100;
    exchange.refuse(new AbpError("input_too_large", "too large"));
    exchange.tick(100 + LINGER_TICKS - 1);
    expect(response.writableEnded).toBe(false);
    exchange.tick(100 + LINGER_TICKS);
    expect(response.writableEnded).toBe(true);
  });

  it("drops a body that was never read", () => {
    const fake = fakeExchange();
    fake.exchange.expectBody(true, false);
    fake.exchange.refuse(new AbpError("auth_required", "no key"));
    expect(fake.response.writableEnded).toBe(false);
    fake.request.send("body");
    fake.request.end();
    expect(fake.response.writableEnded).toBe(true);
    expect(fake.context.gateway.calls).toEqual([]);
  });

  it("of a complete request keeps the connection", () => {
    const fake = fakeExchange();
    fake.exchange.expectBody(true, false);
    fake.request.complete = true;
    fake.exchange.refuse(new AbpError("auth_required", "no key"));
    expect([fake.response.shouldKeepAlive, fake.response.writableEnded]).toEqual([true, true]);
    expect(findHeader(fake.response.headers, "content-length")).toBe(String(fake.response.text.length));
  });

  it("that the caller does not take is dropped", () => {
    const fake = fakeExchange();
    fake.exchange.expectBody(false, false);
    fake.context.clock.now = 5;
    fake.exchange.refuse(new AbpError("auth_required", "no key"));
    fake.exchange.tick(5 + STALL_TICKS - 1);
    expect(fake.response.isDestroyed).toBe(false);
    fake.exchange.tick(5 + STALL_TICKS);
    expect(fake.response.isDestroyed).toBe(true);
  });

  it("after the end does nothing", () => {
    const { response, exchange } = answering();
    response.emit("close");
    exchange.refuse(new AbpError("internal", "x"));
    exchange.answer({ status: 200, headers: [], body: "" });
    expect(response.headersSent).toBe(false);
  });
});

describe("an answer while the server stops", () => {
  it("tells the caller to close the connection, whole or as a stream", () => {
    const stream = answering();
    stream.context.isDraining = true;
    stream.call.sink.head(200, EVENT_STREAM);
    expect(stream.response.shouldKeepAlive).toBe(false);

    const whole = fakeExchange();
    whole.context.isDraining = true;
    whole.exchange.answer({ status: 200, headers: [], body: "{}" });
    expect(whole.response.shouldKeepAlive).toBe(false);
  });

  it("keeps the connection otherwise", () => {
    const stream = answering();
    stream.call.sink.head(200, EVENT_STREAM);
    expect(stream.response.shouldKeepAlive).toBe(true);
    const whole = fakeExchange();
    whole.exchange.answer({ status: 200, headers: [], body: "{}" });
    expect(whole.response.shouldKeepAlive).toBe(true);
  });
});

describe("a caller that reads slowly", () => {
  it("pauses the source until the socket can take more", () => {
    const { context, response, exchange, call } = answering();
    let resumed = 0;
    call.sink.source = { resume: () => (resumed += 1) };
    call.sink.head(200, EVENT_STREAM);
    expect(call.sink.write("a")).toBe(true);
    expect(exchange.queuedBytes).toBe(1);
    response.isFull = true;
    response.writableLength = 10;
    context.batcher.flush();
    expect(exchange.queuedBytes).toBe(10);
    expect(call.sink.write("b")).toBe(false);
    context.batcher.flush();
    expect(response.listenerCount("drain")).toBe(1);
    response.isFull = false;
    response.emit("drain");
    expect(resumed).toBe(1);
    expect(call.sink.write("c")).toBe(true);
  });

  it("is dropped after the stall time, counted from the moment the queue was full", () => {
    const { context, response, exchange, call } = answering();
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("a");
    exchange.tick(1000);
    expect(call.left).toBeUndefined();
    context.clock.now = 1000;
    response.isFull = true;
    context.batcher.flush();
    call.sink.write("b");
    context.clock.now = 1010;
    context.batcher.flush();
    exchange.tick(1000 + STALL_TICKS - 1);
    expect(call.left).toBeUndefined();
    exchange.tick(1000 + STALL_TICKS);
    expect(call.left).toBe("client_stalled");
    expect(response.isDestroyed).toBe(true);
    expect(context.slots.total).toBe(0);
  });

  it("is dropped when it does not take the end", () => {
    const { context, response, exchange, call } = answering();
    call.sink.head(200, []);
    call.sink.end("{}");
    context.clock.now = 7;
    context.batcher.flush();
    exchange.tick(7 + STALL_TICKS - 1);
    expect(response.isDestroyed).toBe(false);
    exchange.tick(7 + STALL_TICKS);
    expect([call.left, response.isDestroyed]).toEqual(["client_stalled", true]);
  });

  it("does not resume a source after the end", () => {
    const { context, response, call } = answering();
    let resumed = 0;
    call.sink.source = { resume: () => (resumed += 1) };
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("a");
    response.isFull = true;
    context.batcher.flush();
    response.emit("close");
    response.emit("drain");
    expect(resumed).toBe(0);
  });
});

describe("an answer that is broken off", () => {
  it("still sends what was written, never ends, and gives its slot back when the socket has closed", () => {
    const { context, request, response, exchange, call } = answering();
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("data: 1\n\n");
    call.sink.break();
    expect(response.text).toBe("data: 1\n\n");
    expect(request.socket.closings).toEqual(["destroySoon"]);
    expect(exchange.hasBegun).toBe(true);
    call.sink.break();
    expect(request.socket.closings).toHaveLength(1);
    expect(call.sink.write("more")).toBe(false);
    call.sink.end("more");
    context.batcher.flush();
    expect([response.text, response.writableEnded]).toEqual(["data: 1\n\n", false]);
    response.emit("close");
    expect(context.slots.total).toBe(0);
    call.sink.break();
    expect(request.socket.closings).toHaveLength(1);
  });

  it("is dropped when its caller does not take the rest", () => {
    const { context, response, exchange, call } = answering();
    call.sink.head(200, EVENT_STREAM);
    context.clock.now = 3;
    call.sink.break();
    exchange.tick(3 + STALL_TICKS - 1);
    expect(response.isDestroyed).toBe(false);
    exchange.tick(3 + STALL_TICKS);
    expect(response.isDestroyed).toBe(true);
  });

  it("before its head closes the connection at once", () => {
    const { context, request, response, exchange, call } = answering();
    call.sink.break();
    expect(request.socket.closings).toEqual(["destroy"]);
    expect([exchange.isOver, response.headersSent, context.slots.total]).toEqual([true, false, 0]);
  });

  it("in HTTP/1.0 resets the connection, because its close would complete the answer", () => {
    const { request, response, exchange, call } = answering();
    request.httpVersionMinor = 0;
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("data: 1\n\n");
    call.sink.break();
    expect(response.text).toBe("data: 1\n\n");
    expect(request.socket.closings).toEqual(["reset"]);
    expect(exchange.isOver).toBe(true);
  });

  it("in HTTP/1.0 before its head needs no reset", () => {
    const { request, call } = answering();
    request.httpVersionMinor = 0;
    call.sink.break();
    expect(request.socket.closings).toEqual(["destroy"]);
  });

  it("by a write that throws leaves the call and reports the error", () => {
    const { context, request, response, call } = answering();
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("a");
    response.writeError = new Error("bad chunk");
    context.batcher.flush();
    expect(call.left).toBe("client_gone");
    expect(request.socket.closings).toEqual(["destroy"]);
    expect(context.reports).toEqual([expect.stringContaining("bad chunk")]);
    expect(context.slots.total).toBe(0);
  });
});

describe("a caller that closes its side", () => {
  it("has left, unless the whole answer was handed over", () => {
    const early = answering();
    early.call.sink.head(200, EVENT_STREAM);
    early.exchange.hangUp();
    expect(early.call.left).toBe("client_gone");

    const late = answering();
    late.call.sink.head(200, []);
    late.call.sink.end("{}");
    late.exchange.hangUp();
    expect(late.call.left).toBeUndefined();

    const refused = fakeExchange();
    refused.exchange.answer({ status: 200, headers: [], body: "" });
    refused.exchange.hangUp();
    expect(refused.exchange.isOver).toBe(false);
  });
});

describe("an exchange that is abandoned", () => {
  it("leaves its call and cuts the connection", () => {
    const { context, request, response, call } = answering();
    call.sink.head(200, EVENT_STREAM);
    call.sink.write("data: 1\n\n");
    const { exchange } = { exchange: call.sink as unknown as { abandon(): void } };
    exchange.abandon();
    expect(call.left).toBe("shutting_down");
    expect([response.text, response.writableEnded]).toEqual(["data: 1\n\n", false]);
    expect(request.socket.closings).toEqual(["destroy"]);
    expect(context.slots.total).toBe(0);
  });

  it("sends an ending that the gateway writes when it is left", () => {
    const fake = fakeExchange();
    const { context, request, response, exchange } = fake;
    exchange.expectBody(false, false);
    context.gateway.answer = ({ sink }) => sink.head(200, EVENT_STREAM);
    fake.open();
    const call = context.gateway.calls[0]!;
    Object.defineProperty(call, "left", {
      get: () => undefined,
      set: () => call.sink.end("event: error\n\n"),
    });
    exchange.abandon();
    expect([response.text, response.writableEnded]).toEqual(["event: error\n\n", true]);
    expect(request.socket.closings).toEqual(["destroySoon"]);
  });

  it("while it reads its body starts no call", () => {
    const { context, request, exchange } = reading();
    exchange.abandon();
    request.end();
    expect(context.gateway.calls).toEqual([]);
    expect([context.slots.total, exchange.isOver]).toEqual([0, true]);
  });
});
