import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { aWhile, until } from "../../../test/eventually.ts";
import {
  type FakeContext,
  fakeContext,
  LINGER_TICKS,
  STALL_TICKS,
} from "../../../test/server/fake-context.ts";
import { KEY, type SeenCall } from "../../../test/server/fake-gateway.ts";
import { AbpError } from "../../contract/index.ts";
import { SliceQueue } from "../../gateway/index.ts";
import { ByteBudget } from "../../lib/index.ts";
import { SharedMemory } from "./connection-memory.ts";
import { WebSocketConnection, type WebSocketPeer } from "./websocket-connection.ts";

const PING_TICKS = 30;
const OPEN = 1;
const CLOSING = 2;

class FakeWeb extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = OPEN;
  bufferedAmount = 0;
  /** How many bytes each sent message leaves unsent. */
  unsentPerMessage = 0;
  readonly sent: Record<string, unknown>[] = [];
  readonly told: unknown[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
    this.bufferedAmount += this.unsentPerMessage;
  }

  ping(): void {
    this.told.push("ping");
  }

  close(code: number, reason: string): void {
    this.told.push([code, reason]);
    this.readyState = CLOSING;
  }

  terminate(): void {
    this.told.push("terminate");
  }

  pause(): void {
    this.told.push("pause");
  }

  resume(): void {
    this.told.push("resume");
  }
}

let context: FakeContext;
let web: FakeWeb;
let socket: EventEmitter;
let messages: ByteBudget;
let memory: SharedMemory;
let closed: number;
let connection: WebSocketConnection;

beforeEach(() => {
  context = fakeContext();
  context.gateway.answer = () => undefined;
  messages = new ByteBudget(200_000);
  memory = new SharedMemory(1_000_000);
  closed = 0;
  connect();
});

function connect(): void {
  web = new FakeWeb();
  socket = new EventEmitter();
  const head = { method: "POST", target: "/v1/responses", headers: ["x-api-key", KEY] };
  const parts = {
    context,
    messages,
    slices: new SliceQueue(),
    memory,
    random: (size: number) => new Uint8Array(size).fill(7),
    now: () => 1_700_000_000_500,
    pingTicks: PING_TICKS,
  };
  connection = new WebSocketConnection(
    web as unknown as WebSocketPeer,
    socket as unknown as Duplex,
    head,
    parts,
    () => {
      closed += 1;
    },
  );
}

/** Sends a message as the caller does: its bytes come from the socket first. */
function receive(members: Record<string, unknown> | string, isBinary = false): void {
  const text =
    typeof members === "string"
      ? members
      : JSON.stringify({ type: "response.create", model: "m", ...members });
  const data = Buffer.from(text);
  socket.emit("data", data);
  web.emit("message", data, isBinary);
}

function takeLongMessages(): void {
  messages = new ByteBudget(2_000_000);
  context = { ...context, limits: { ...context.limits, max_body_bytes: 1_000_000 } };
  const { gateway } = context;
  const admit = gateway.admit.bind(gateway);
  gateway.admit = (head) => ({ ...admit(head), maxBodyBytes: 1_000_000 });
  connect();
}

function respond({ sink }: SeenCall, id: string): void {
  sink.head(200, ["content-type", "text/event-stream"]);
  const event = { type: "response.completed", response: { id, output: [{ said: id }] } };
  sink.end(`event: response.completed\ndata: ${JSON.stringify(event)}\n\n`);
}

function refuse({ sink }: SeenCall): void {
  sink.head(400, ["content-type", "application/json"]);
  sink.end('{"error":{"code":"x"}}');
}

function fail({ sink }: SeenCall): void {
  sink.head(200, ["content-type", "text/event-stream"]);
  sink.end('event: response.failed\ndata: {"type":"response.failed","response":{"id":"r9"}}\n\n');
}

const call = (at = 0): SeenCall => context.gateway.calls[at]!;
const bodyOf = (at: number): unknown => JSON.parse(call(at).body.toString());
const errors = (): unknown[] =>
  web.sent.filter(({ type }) => type === "error").map(({ error }) => (error as { code: string }).code);

describe("a request on a WebSocket", () => {
  it("takes a slot until its response has ended", () => {
    receive({ input: "hi" });
    expect(context.slots.total).toBe(1);
    respond(call(), "r1");
    expect(context.slots.total).toBe(0);
    expect(web.sent).toHaveLength(1);
    expect([web.told, messages.used]).toEqual([[], 0]);
  });

  it("keeps its slot until its background work is done, even when it was answered while it started", async () => {
    const work = Promise.withResolvers<void>();
    context.gateway.answer = (seen) => {
      seen.background = work.promise;
      respond(seen, "r1");
    };
    receive({ input: "hi" });
    expect([context.slots.total, context.finished.backgroundCount]).toEqual([1, 1]);
    work.resolve();
    await work.promise;
    expect(context.slots.total).toBe(0);
  });

  it("waits for the one before it", () => {
    receive({ input: "one" });
    receive({ input: "two" });
    expect(context.gateway.calls).toHaveLength(1);
    expect(messages.used).toBeGreaterThan(0);
    respond(call(), "r1");
    expect(context.gateway.calls).toHaveLength(2);
    expect([messages.used, context.slots.total]).toEqual([call(1).body.length, 1]);
    respond(call(1), "r2");
    expect(messages.used).toBe(0);
  });

  it("is refused before it is parsed if it has too many values, or gives the model twice", () => {
    receive(`{"type":"response.create","model":"m","input":[${"{},".repeat(1000)}{}]}`);
    receive('{"type":"response.create","model":"m","mod\\u0065l":"n"}');
    receive(`[${"{},".repeat(1000)}{}]`);
    expect(context.gateway.calls).toEqual([]);
    expect(context.logged.map(({ fields }) => (fields as { code: string }).code)).toEqual([
      "input_too_large",
      "mapping_ambiguous",
      "input_invalid_json",
    ]);
    expect([errors().length, messages.used]).toEqual([3, 0]);
  });

  it("finds no room for its body if other requests take it all", () => {
    receive({ input: "x".repeat(1000) });
    respond(call(), "r1");
    messages.take(199_500);
    receive({ input: "y", previous_response_id: "r1" });
    expect(errors()).toHaveLength(1);
    expect([context.gateway.calls.length, context.slots.total, messages.used]).toEqual([1, 0, 199_500]);
  });

  it("that is long is read in slices, and those behind it keep their order", async () => {
    takeLongMessages();
    receive({ input: "x".repeat(300_000) });
    receive({ input: "short" });
    expect([context.gateway.calls.length, messages.used > 300_000, web.told]).toEqual([0, true, ["pause"]]);
    await until(() => web.told.length === 2);
    expect(web.told).toEqual(["pause", "resume"]);
    respond(call(0), "r1");
    respond(call(1), "r2");
    expect([bodyOf(0), bodyOf(1)]).toMatchObject([{ input: "x".repeat(300_000) }, { input: "short" }]);
    expect(messages.used).toBe(0);
  });

  it("that is long is dropped if the caller left while it was read", async () => {
    takeLongMessages();
    receive({ input: "x".repeat(300_000) });
    web.emit("close");
    await until(() => messages.used === 0);
    await aWhile();
    expect([context.gateway.calls, messages.used]).toEqual([[], 0]);
  });

  it("above the limits of the queue is refused, with its stream's name", () => {
    for (let count = 0; count < 17; count += 1) receive({ input: "x" });
    expect(errors()).toEqual([]);
    receive({ input: "x", stream_id: "s" });
    expect(web.sent).toEqual([expect.objectContaining({ type: "error", status: 429, stream_id: "s" })]);
  });

  it("of too many bytes while others wait is refused, and does not close the connection", () => {
    receive({ input: "x" });
    receive({ input: "x".repeat(40_000) });
    receive({ input: "x".repeat(40_000) });
    expect(errors()).toEqual(["too_many_calls"]);
    expect(web.told).toEqual([]);
  });

  it("may name an earlier response of the connection in place of its items", () => {
    receive({ input: "one" });
    respond(call(0), "r1");
    receive({ input: "two", previous_response_id: "r1" });
    expect(bodyOf(1)).toEqual({
      model: "m",
      input: [
        { type: "message", role: "user", content: "one" },
        { said: "r1" },
        { type: "message", role: "user", content: "two" },
      ],
      stream: true,
    });
    expect(memory.bytes).toBeGreaterThan(0);
  });

  it("has an answer that repeats the id of the response that it continues, and no other has", () => {
    receive({ input: "one" });
    respond(call(0), "r1");
    receive({ input: "two", previous_response_id: "r1" });
    respond(call(1), "r2");
    receive({ input: "three", previous_response_id: "elsewhere" });
    expect(context.gateway.calls.map(({ repeats }) => repeats)).toEqual([
      undefined,
      { previous_response_id: "r1" },
      undefined,
    ]);
  });

  it("that names another response has to start over if nobody knows it", () => {
    const answer = ({ sink }: SeenCall, status: number) => {
      sink.head(status, []);
      sink.end('{"error":{"code":"x"}}');
    };
    receive({ previous_response_id: "elsewhere" });
    answer(call(0), 404);
    receive({ previous_response_id: "elsewhere" });
    answer(call(1), 500);
    receive({});
    answer(call(2), 404);
    expect(errors()).toEqual(["previous_response_not_found", "x", "x"]);
  });

  it.each([
    ["is refused", (seen: SeenCall) => refuse(seen)],
    ["fails", (seen: SeenCall) => fail(seen)],
  ])("that continues a response and %s makes the connection forget that response", (_, end) => {
    receive({ input: "one" });
    respond(call(), "r1");
    receive({ input: "two", previous_response_id: "r1" });
    end(call(1));
    receive({ input: "three", previous_response_id: "r1" });
    expect(bodyOf(2)).toMatchObject({ input: "three", previous_response_id: "r1" });
  });

  it("that fails by itself leaves the responses of the connection", () => {
    receive({ input: "one" });
    respond(call(), "r1");
    receive({ input: "two" });
    fail(call(1));
    receive({ input: "three", previous_response_id: "r1" });
    expect(bodyOf(2)).not.toHaveProperty("previous_response_id");
  });

  it("that continues a response and is too large makes the connection forget that response", () => {
    receive({ input: "x".repeat(40_000) });
    respond(call(), "r1");
    receive({ input: "x".repeat(30_000), previous_response_id: "r1" });
    expect(context.gateway.calls).toHaveLength(1);
    receive({ input: "three", previous_response_id: "r1" });
    expect(bodyOf(1)).toMatchObject({ previous_response_id: "r1" });
  });

  it("remembers only responses with an id and an output", () => {
    for (const response of [{ id: 1, output: [] }, { id: "r", output: {} }, undefined]) {
      receive({ input: "x" });
      const { sink } = context.gateway.calls.at(-1)!;
      sink.head(200, ["content-type", "text/event-stream"]);
      sink.end(`event: response.completed\ndata: ${JSON.stringify({ response })}\n\n`);
    }
    receive({ input: "x" });
    const { sink } = context.gateway.calls.at(-1)!;
    sink.head(200, ["content-type", "text/event-stream"]);
    sink.end("event: response.completed\ndata: no json\n\n".replace("no json", '"a text"'));
    expect([memory.bytes, web.told]).toEqual([0, []]);
  });

  it("that only announces items needs no call, and its response can be named", () => {
    receive({ input: "rules", generate: false, stream_id: "s" });
    expect(context.gateway.calls).toEqual([]);
    expect(web.sent.map(({ type, stream_id: id }) => [type, id])).toEqual([
      ["response.created", "s"],
      ["response.completed", "s"],
    ]);
    const { id, created_at: createdAt } = web.sent[1]!["response"] as { id: string; created_at: number };
    expect(id).toMatch(/^resp_[0-9a-f]{32}$/);
    expect(createdAt).toBe(1_700_000_000);
    receive({ input: "go", previous_response_id: id });
    expect(bodyOf(0)).toMatchObject({ input: [{ content: "rules" }, { content: "go" }] });
  });

  it("with the items of earlier ones must not exceed the limit of a body", () => {
    receive({ input: "x".repeat(40_000) });
    respond(call(), "r1");
    receive({ input: "x".repeat(30_000), previous_response_id: "r1", stream_id: "s" });
    expect(web.sent.at(-1)).toMatchObject({ status: 413, stream_id: "s" });
    expect(context.gateway.refusals[0]!.details).toEqual({ limit: 65_536 });
    expect([context.slots.total, context.gateway.calls.length]).toEqual([0, 1]);
  });

  it("of exactly the limit of a body is served", () => {
    const rest = JSON.stringify({ model: "m", input: "", stream: true }).length;
    context.gateway.maxBodyBytes = 1000;
    receive({ input: "x".repeat(1000 - rest) });
    expect(context.gateway.calls).toHaveLength(1);
    respond(call(), "r1");
    receive({ input: "x".repeat(1001 - rest) });
    expect(context.gateway.calls).toHaveLength(1);
  });

  it("is refused when the key was removed meanwhile, and the next one is tried", () => {
    const { admit } = context.gateway;
    context.gateway.admit = () => {
      throw new AbpError("auth_invalid", "gone");
    };
    receive({ input: "x", stream_id: "s" });
    expect(web.sent).toEqual([expect.objectContaining({ status: 401, stream_id: "s" })]);
    context.gateway.admit = admit;
    receive({ input: "x" });
    expect(context.gateway.calls).toHaveLength(1);
  });

  it("whose call throws gets an error, and its slot comes back", () => {
    context.gateway.answer = () => {
      throw new Error("secret cause");
    };
    receive({ input: "x" });
    expect(errors()).toEqual(["internal"]);
    expect(context.slots.total).toBe(0);
    expect(context.reports).toHaveLength(1);
  });

  it.each([
    ["not json", false],
    ["[]", false],
    ['{"type":"other"}', false],
    ['{"type":"response.create"}', true],
  ])("must be a JSON object of the right type: %s (binary: %s)", (text, isBinary) => {
    receive(text, isBinary);
    expect(web.sent).toEqual([expect.objectContaining({ type: "error", status: 400 })]);
    expect(context.gateway.calls).toEqual([]);
  });

  it("to steer a response is refused at once", () => {
    receive({ input: "x" });
    receive('{"type":"response.steer","input":"more"}');
    expect(web.sent).toEqual([expect.objectContaining({ type: "response.steer.failed" })]);
  });

  it("whose answer is broken off closes the connection, and no other follows", () => {
    receive({ input: "one" });
    receive({ input: "two" });
    call().sink.break();
    expect(web.told).toEqual([[1011, "the response was broken off"]]);
    expect([context.gateway.calls.length, context.slots.total, messages.used]).toEqual([1, 0, 0]);
    receive({ input: "three" });
    expect(context.gateway.calls).toHaveLength(1);
  });
});

describe("a WebSocket whose caller leaves", () => {
  const endings: [string, () => void][] = [
    ["close", () => web.emit("close")],
    ["error", () => web.emit("error", new Error("x"))],
    ["end of the socket", () => socket.emit("end")],
  ];

  it.each(endings)("leaves the call and drops what waits (%s)", (_name, end) => {
    receive({ input: "one" });
    receive({ input: "two" });
    end();
    expect(call().left).toBe("client_gone");
    expect([context.slots.total, messages.used]).toEqual([0, 0]);
    receive({ input: "three" });
    expect([context.gateway.calls.length, web.sent]).toEqual([1, []]);
  });

  it("gives back its memory and the bytes of a message that never came to its end", () => {
    receive({ input: "one" });
    respond(call(), "r1");
    socket.emit("data", Buffer.alloc(1000));
    expect([memory.bytes > 0, messages.used, closed]).toEqual([true, 1000, 0]);
    web.emit("close");
    expect([memory.bytes, messages.used, closed]).toEqual([0, 0, 1]);
  });
});

describe("a WebSocket whose caller does not read", () => {
  beforeEach(() => {
    receive({ input: "x" });
    call().sink.head(200, ["content-type", "text/event-stream"]);
  });
  const write = (): boolean => call().sink.write('data: {"type":"x"}\n\n');

  it("pauses its call above 64 KiB, and resumes it when the socket is empty", () => {
    let resumed = 0;
    call().sink.source = { resume: () => (resumed += 1) };
    web.unsentPerMessage = 64 * 1024;
    expect(write()).toBe(true);
    web.unsentPerMessage = 1;
    expect(write()).toBe(false);
    web.bufferedAmount = 0;
    web.unsentPerMessage = 0;
    socket.emit("drain");
    expect(resumed).toBe(1);
    expect(write()).toBe(true);
    context.clock.now = 1000;
    connection.tick();
    expect(call().left).toBeUndefined();
  });

  it("is dropped after the stall time, counted from the first pause", () => {
    web.unsentPerMessage = 64 * 1024 + 1;
    context.clock.now = 5;
    write();
    context.clock.now = 20;
    write();
    context.clock.now = 5 + STALL_TICKS - 1;
    connection.tick();
    expect(web.told).not.toContain("terminate");
    context.clock.now = 5 + STALL_TICKS;
    connection.tick();
    expect([call().left, web.told.at(-1)]).toEqual(["client_stalled", "terminate"]);
    expect(context.slots.total).toBe(0);
  });

  it("is closed above 1 MiB", () => {
    web.unsentPerMessage = 1024 * 1024;
    write();
    expect(web.told).toEqual([]);
    web.unsentPerMessage = 1;
    write();
    expect([call().left, web.told]).toEqual(["client_stalled", [[1013, "too much is unread"]]]);
    expect(write()).toBe(false);
    expect(web.sent).toHaveLength(2);
    web.emit("ping", Buffer.alloc(0));
    expect(web.told).toHaveLength(1);
  });

  it("is closed when the answers to its pings fill the queue", () => {
    web.bufferedAmount = 1024 * 1024 + 1;
    web.emit("ping", Buffer.alloc(0));
    expect(web.told).toEqual([[1013, "too much is unread"]]);
  });
});

describe("a WebSocket that is alive or not", () => {
  const passTo = (now: number): void => {
    context.clock.now = now;
    connection.tick();
  };

  it("is pinged at the interval as long as it answers", () => {
    passTo(PING_TICKS - 1);
    expect(web.told).toEqual([]);
    passTo(PING_TICKS);
    web.emit("pong", Buffer.alloc(0));
    passTo(2 * PING_TICKS - 1);
    expect(web.told).toEqual(["ping"]);
    passTo(2 * PING_TICKS);
    expect(web.told).toEqual(["ping", "ping"]);
  });

  it("is terminated when it did not answer a ping", () => {
    passTo(PING_TICKS);
    passTo(2 * PING_TICKS);
    expect(web.told.slice(0, 2)).toEqual(["ping", "terminate"]);
  });

  it("is not terminated while it still takes bytes", () => {
    passTo(PING_TICKS);
    web.bufferedAmount = 1;
    passTo(2 * PING_TICKS);
    expect(web.told).toEqual(["ping", "ping"]);
  });

  it("is not pinged while it closes", () => {
    web.readyState = CLOSING;
    passTo(PING_TICKS);
    expect(web.told).toEqual([]);
  });

  it("counts pings and pongs as no part of a message", () => {
    socket.emit("data", Buffer.alloc(16));
    web.emit("ping", Buffer.alloc(10));
    socket.emit("data", Buffer.alloc(16));
    web.emit("pong", Buffer.alloc(10));
    expect(messages.used).toBe(0);
  });
});

describe("the messages of all WebSockets", () => {
  it("are bounded: a connection that exceeds the budget gets an error, is paused and closed, and others go on", () => {
    messages.take(199_000);
    socket.emit("data", Buffer.alloc(1000));
    expect(web.told).toEqual([]);
    context.clock.now = 10;
    socket.emit("data", Buffer.alloc(1));
    expect(errors()).toEqual(["too_many_calls"]);
    expect(web.told).toEqual([[1013, "too much is being received"], "pause"]);
    expect(messages.used).toBe(199_000);
    socket.emit("data", Buffer.alloc(1_000_000));
    expect([messages.used, errors().length]).toEqual([199_000, 1]);
    context.clock.now = 10 + LINGER_TICKS - 1;
    connection.tick();
    expect(web.told).toHaveLength(2);
    context.clock.now += 1;
    connection.tick();
    expect(web.told.at(-1)).toBe("terminate");
    connect();
    receive({ input: "x" });
    expect(context.gateway.calls).toHaveLength(1);
  });

  it("that exceed the budget end the response under way", () => {
    receive({ input: "x" });
    messages.take(200_000 - messages.used);
    socket.emit("data", Buffer.alloc(1));
    expect([call().left, context.slots.total]).toEqual(["client_gone", 0]);
  });

  it("count before `ws` gets them", () => {
    const order: number[] = [];
    const other = new EventEmitter();
    other.on("data", () => order.push(messages.used));
    socket = other;
    const head = { method: "POST", target: "/v1/responses", headers: ["x-api-key", KEY] };
    const parts = {
      context,
      messages,
      slices: new SliceQueue(),
      memory,
      random: () => new Uint8Array(10),
      now: () => 0,
      pingTicks: 1,
    };
    new WebSocketConnection(
      new FakeWeb() as unknown as WebSocketPeer,
      other as Duplex,
      head,
      parts,
      () => undefined,
    );
    other.emit("data", Buffer.alloc(5));
    expect(order).toEqual([5]);
  });
});

describe("a WebSocket of a server that stops", () => {
  it("is closed at once when no response is under way", () => {
    connection.drain();
    expect(web.told).toEqual([[1001, "shutting down"]]);
  });

  it("is closed after the response under way, and requests that wait are dropped", () => {
    receive({ input: "one" });
    receive({ input: "two" });
    context.isDraining = true;
    connection.drain();
    expect([web.told, messages.used]).toEqual([[], call().body.length]);
    respond(call(), "r1");
    expect(web.told).toEqual([[1001, "shutting down"]]);
    expect(context.gateway.calls).toHaveLength(1);
  });

  it("refuses a request that comes then", () => {
    context.isDraining = true;
    receive({ input: "x" });
    expect(errors()).toEqual(["shutting_down"]);
  });

  it("is cut at the deadline", () => {
    receive({ input: "one" });
    connection.abandon();
    expect([call().left, web.told, context.slots.total]).toEqual(["shutting_down", ["terminate"], 0]);
  });
});
