import { randomBytes } from "node:crypto";
import { once } from "node:events";
import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { settledNumber, until } from "../../../test/eventually.ts";
import { FakeGateway, KEY, LIMITS, type SeenCall } from "../../../test/server/fake-gateway.ts";
import { exchangeRaw, open } from "../../../test/server/raw-client.ts";
import type { HttpLimits } from "../context/server-context.ts";
import { type Server, startServer } from "../listening/server.ts";

const servers: Server[] = [];
const clients: WebSocket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(gateway: FakeGateway, limits: Partial<HttpLimits> = {}): Promise<Server> {
  const server = await startServer({
    gateway,
    address: "127.0.0.1",
    port: 0,
    limits: { ...LIMITS, drain_timeout_secs: 0, ...limits },
    random: randomBytes,
    now: () => 1_700_000_000_000,
  });
  servers.push(server);
  return server;
}

interface Client {
  readonly web: WebSocket;
  readonly events: Record<string, unknown>[];
  code: number | undefined;
}

async function connect(
  server: Server,
  headers: Record<string, string> = { "x-api-key": KEY },
): Promise<Client> {
  const web = new WebSocket(`ws://127.0.0.1:${server.port}/v1/responses`, { headers });
  clients.push(web);
  const client: Client = { web, events: [], code: undefined };
  web.on("message", (data) => client.events.push(JSON.parse(String(data)) as Record<string, unknown>));
  web.on("close", (code) => {
    client.code = code;
  });
  web.on("error", () => undefined);
  await once(web, "open");
  return client;
}

function create(client: Client, members: Record<string, unknown>): void {
  client.web.send(JSON.stringify({ type: "response.create", model: "m", ...members }));
}

/** Answers as the API does: a delta in awkward chunks, then the response with one output item. */
function respond({ sink }: SeenCall, id: string, answer: string): void {
  const output = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: answer }] }];
  const events = [
    { type: "response.created", response: { id, output: [] } },
    { type: "response.output_text.delta", delta: answer },
    { type: "response.completed", response: { id, output } },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  sink.head(200, ["content-type", "text/event-stream; charset=utf-8"]);
  const bytes = Buffer.from(text);
  sink.write(bytes.subarray(0, 10));
  sink.write(bytes.subarray(10, 90));
  sink.end(bytes.subarray(90));
}

const bodyOf = (call: SeenCall): unknown => JSON.parse(call.body.toString());

describe("a request over WebSocket", () => {
  it("is a call with the same members, and each event of its answer is one message", async () => {
    const gateway = new FakeGateway();
    gateway.answer = (call) => respond(call, "resp_1", "hällo");
    const client = await connect(await start(gateway));
    create(client, { input: "hi", store: false, unknown: { kept: 1 } });
    await until(() => client.events.length === 3);
    expect(client.events.map((event) => event["type"])).toEqual([
      "response.created",
      "response.output_text.delta",
      "response.completed",
    ]);
    expect(client.events[1]!["delta"]).toBe("hällo");
    expect(bodyOf(gateway.calls[0]!)).toEqual({
      model: "m",
      input: "hi",
      store: false,
      unknown: { kept: 1 },
      stream: true,
    });
    const { head } = gateway.calls[0]!;
    expect(head.method).toBe("POST");
    expect(head.headers.map((text) => text.toLowerCase())).toContain("application/json");
    expect(head.headers.some((text) => /^(?:sec-websocket|upgrade|connection)/i.test(text))).toBe(false);
  });

  it("keeps numbers as they were written", async () => {
    const gateway = new FakeGateway();
    const client = await connect(await start(gateway));
    client.web.send('{"type":"response.create","a":1.0,"b":9007199254740993,"c":1e2,"__proto__":{"d":-0}}');
    await gateway.called(1);
    expect(gateway.calls[0]!.body.toString()).toBe(
      '{"a":1.0,"b":9007199254740993,"c":1e2,"__proto__":{"d":-0},"stream":true}',
    );
  });

  it("that names a response of the connection is sent with its items in full", async () => {
    const gateway = new FakeGateway();
    gateway.answer = (call) => respond(call, `resp_${gateway.calls.length}`, "yes");
    const client = await connect(await start(gateway));
    create(client, { input: "one", store: false });
    create(client, {
      input: [{ role: "user", content: "two" }],
      previous_response_id: "resp_1",
      store: false,
    });
    create(client, { input: "three", previous_response_id: "resp_2", store: false });
    await until(() => client.events.length === 9);
    const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "yes" }] };
    expect(bodyOf(gateway.calls[2]!)).toEqual({
      model: "m",
      input: [
        { type: "message", role: "user", content: "one" },
        answer,
        { role: "user", content: "two" },
        answer,
        { type: "message", role: "user", content: "three" },
      ],
      store: false,
      stream: true,
    });
  });

  it("that names another response leaves it to the gateway, whose 404 tells agents to start over", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => {
      sink.head(404, ["content-type", "application/json"]);
      sink.end(
        '{"error":{"type":"invalid_request_error","code":"x","message":"no such response","param":null}}',
      );
    };
    const client = await connect(await start(gateway));
    create(client, { input: "hi", previous_response_id: "resp_elsewhere" });
    await until(() => client.events.length === 1);
    expect(bodyOf(gateway.calls[0]!)).toMatchObject({ previous_response_id: "resp_elsewhere" });
    expect(client.events[0]).toEqual({
      type: "error",
      status: 400,
      error: {
        type: "invalid_request_error",
        code: "previous_response_not_found",
        message: "no such response",
        param: null,
      },
    });
  });

  it("that only warms up is answered without a call, and can be continued", async () => {
    const gateway = new FakeGateway();
    gateway.answer = (call) => respond(call, "resp_1", "yes");
    const client = await connect(await start(gateway));
    create(client, { input: [{ role: "developer", content: "rules" }], generate: false });
    await until(() => client.events.length === 2);
    expect(client.events.map((event) => event["type"])).toEqual(["response.created", "response.completed"]);
    expect(gateway.calls).toEqual([]);
    const { id } = client.events[1]!["response"] as { id: string };
    expect(id).toMatch(/^resp_[0-9a-f]{32}$/);
    create(client, { input: [{ role: "user", content: "go" }], previous_response_id: id });
    await until(() => client.events.length === 5);
    expect(bodyOf(gateway.calls[0]!)).toMatchObject({
      input: [
        { role: "developer", content: "rules" },
        { role: "user", content: "go" },
      ],
    });
  });

  it("waits for the one before it, and a seventeenth that waits is refused", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => undefined;
    const client = await connect(await start(gateway));
    for (let count = 0; count < 18; count += 1)
      create(client, { input: String(count), stream_id: `s${count}` });
    await until(() => client.events.length === 1);
    expect(client.events[0]).toMatchObject({
      type: "error",
      status: 429,
      error: { code: "too_many_calls" },
      stream_id: "s17",
    });
    expect(gateway.calls).toHaveLength(1);
    gateway.answer = (call) => respond(call, "r", "b");
    respond(gateway.calls[0]!, "r", "a");
    await until(() => client.events.length === 1 + 17 * 3);
    expect(client.events.at(-1)).toMatchObject({ type: "response.completed", stream_id: "s16" });
  });

  it("that is refused gets the error with its status", async () => {
    const gateway = new FakeGateway();
    gateway.maxConcurrent = 0;
    const client = await connect(await start(gateway));
    create(client, { input: "hi" });
    client.web.send("not json");
    client.web.send(Buffer.from("{}"));
    client.web.send('{"type":"response.steer","previous_response_id":"r","input":"more"}');
    await until(() => client.events.length === 4);
    expect(client.events.map((event) => event["status"] ?? event["type"])).toEqual([
      429,
      400,
      400,
      "response.steer.failed",
    ]);
  });

  it("whose answer is broken off closes the connection", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      sink.write('data: {"type":"response.created"}\n\n');
      sink.break();
    };
    const client = await connect(await start(gateway));
    create(client, { input: "hi" });
    await until(() => client.code !== undefined);
    expect(client.code).toBe(1011);
  });

  it("G18: whose caller leaves is left at once", async () => {
    for (const end of ["terminate", "close"] as const) {
      const gateway = new FakeGateway();
      gateway.answer = () => undefined;
      const server = await start(gateway);
      const client = await connect(server);
      create(client, { input: "hi" });
      const call = await gateway.called(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      client.web[end]();
      await until(() => call.left !== undefined);
      expect(call.left).toBe("client_gone");
      await until(() => server.counts().sockets === 0 && server.counts().calls === 0);
    }
  });

  it("can be made with OpenAI's own library", async () => {
    const gateway = new FakeGateway();
    gateway.answer = (call) => respond(call, "resp_1", "hello");
    const { url } = await start(gateway);
    const openai = new OpenAI({ apiKey: KEY, baseURL: `${url}/v1` });
    const socket = new ResponsesWS(openai, { headers: { "x-api-key": KEY } });
    const delta = await new Promise<string>((resolve, reject) => {
      socket.on("response.output_text.delta", (event) => resolve(event.delta));
      socket.on("error", reject);
      socket.send({ type: "response.create", model: "m", input: "hi" });
    });
    socket.close();
    expect(delta).toBe("hello");
  });
});

describe("G15: a WebSocket", () => {
  const handshake = (target: string, headers: readonly string[], method = "GET"): string =>
    [
      `${method} ${target} HTTP/1.1`,
      "Host: 127.0.0.1",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
      "\r\n",
    ].join("\r\n");

  it("is refused before it is one: without a key, from another origin, to another host or path", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const ask = async (text: string): Promise<readonly number[]> => (await exchangeRaw(port, text)).statuses;
    const key = `x-api-key: ${KEY}`;
    expect(await ask(handshake("/v1/responses", []))).toEqual([401]);
    expect(await ask(handshake("/v1/responses", ["x-api-key: wrong"]))).toEqual([401]);
    expect(await ask(handshake("/v1/responses", [key, "Origin: https://evil.example"]))).toEqual([403]);
    expect(await ask(handshake("/v1/responses", [key, "Origin: null"]))).toEqual([403]);
    expect(await ask(handshake("/v1/responses", [key]).replace("127.0.0.1", "evil.example"))).toEqual([403]);
    expect(await ask(handshake("/v1/messages", [key]))).toEqual([404]);
    expect(await ask(handshake("/v1/nothing", [key]))).toEqual([404]);
    expect(await ask(handshake("/v1/responses?token=x", []))).toEqual([401]);
    expect(await ask(handshake("/v1/responses", [key, "Content-Length: 2"]))).toEqual([400]);
    expect(await ask(handshake("/v1/responses", [key]).replace("Version: 13", "Version: 7"))).toEqual([400]);
    expect(await ask(handshake("/v1/responses", [key]))).toEqual([101]);
    expect(await ask(handshake(`/v1/responses?key=${KEY}`, []))).toEqual([101]);
  });

  it("asks for the key again at each request", async () => {
    const gateway = new FakeGateway();
    const client = await connect(await start(gateway));
    gateway.admit = () => {
      throw gateway.refusals[0]!;
    };
    gateway.maxConcurrent = 0;
    create(client, { input: "hi" });
    await until(() => client.events.length === 1);
    expect(gateway.calls).toEqual([]);
  });

  it("is closed at a message over the limit, which is never read whole", async () => {
    const gateway = new FakeGateway();
    const client = await connect(await start(gateway));
    create(client, { input: "x".repeat(70_000) });
    await until(() => client.code !== undefined);
    expect(client.code).toBe(1009);
    expect(gateway.calls).toEqual([]);
  });

  it("whose caller does not read is paused above 64 KiB, and reads everything once it reads on", async () => {
    const gateway = new FakeGateway();
    const event = `data: ${JSON.stringify({ type: "x", text: "a".repeat(8000) })}\n\n`;
    const total = 4000;
    let written = 0;
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      const pump = (): void => {
        while (written < total) {
          written += 1;
          if (!sink.write(event)) return;
        }
        sink.end();
      };
      sink.source = { resume: pump };
      pump();
    };
    const client = await connect(await start(gateway));
    client.web.pause();
    create(client, { input: "hi" });
    await gateway.called(1);
    await settledNumber(() => written);
    expect(written).toBeLessThan(total);
    client.web.resume();
    await until(() => client.events.length === total);
  });

  it("whose caller reads nothing while more than 1 MiB waits is dropped with a code", async () => {
    const gateway = new FakeGateway();
    const event = `data: ${JSON.stringify({ type: "x", text: "a".repeat(512 * 1024) })}\n\n`;
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      for (let count = 0; count < 40; count += 1) sink.write(event);
    };
    const server = await start(gateway);
    const client = await connect(server);
    client.web.pause();
    create(client, { input: "hi" });
    const call = await gateway.called(1);
    await until(() => call.left !== undefined);
    expect(call.left).toBe("client_stalled");
    client.web.resume();
    await until(() => client.code !== undefined);
    expect(client.code).toBe(1013);
    expect(server.counts().calls).toBe(0);
  });

  it("is dropped when its caller sends a flood of pings and does not read the answers; others are not", async () => {
    const server = await start(new FakeGateway(), { stall_timeout_secs: 1 });
    const polite = await connect(server);
    let pongs = 0;
    polite.web.on("pong", () => {
      pongs += 1;
    });
    const socket = await open(server.port);
    const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
    let hasFailed = false;
    socket.on("error", () => {
      hasFailed = true;
    });
    socket.write(handshake("/v1/responses", [`x-api-key: ${KEY}`]));
    await until(() => server.counts().sockets === 2);
    // A masked ping frame with 125 bytes (RFC 6455 §5.2), the mask all zeros.
    const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125, 97)]);
    const flood = Buffer.concat(Array.from({ length: 1000 }, () => ping));
    const send = (): void => {
      while (!hasFailed && socket.write(flood));
    };
    socket.on("drain", send);
    send();
    // The server cuts the connection: this side neither ends nor destroys it.
    await closed;
    expect(hasFailed).toBe(true);
    await until(() => server.counts().sockets === 1);
    for (let count = 1; count <= 3; count += 1) {
      polite.web.ping();
      await until(() => pongs === count);
    }
    expect(polite.code).toBeUndefined();
  });

  it("G21: is closed when the server stops, after the response under way", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => undefined;
    const server = await start(gateway, { drain_timeout_secs: 10 });
    const idle = await connect(server);
    const busy = await connect(server);
    create(busy, { input: "hi" });
    const call = await gateway.called(1);
    const stopped = server.stop();
    await until(() => idle.code !== undefined);
    expect(idle.code).toBe(1001);
    expect(busy.code).toBeUndefined();
    respond(call, "r", "done");
    await stopped;
    await until(() => busy.code !== undefined);
    expect(busy.code).toBe(1001);
    expect(busy.events).toHaveLength(3);
  });
});
