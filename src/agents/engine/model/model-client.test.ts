import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Conversation, StreamEvent } from "../../../contract/index.ts";
import { findDialect } from "../../../dialects/index.ts";
import { CallError } from "./call-error.ts";
import { ModelClient } from "./model-client.ts";

type Answer = (response: ServerResponse) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, { "retry-after": "0", ...headers });
    response.end(JSON.stringify({ error: { type: "odd", message: "not now" } }));
  };
const stream =
  (
    events: readonly object[],
    end: (response: ServerResponse) => void = (response) => response.end(),
  ): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    end(response);
  };

const text = [
  { type: "message_start", message: { id: "m1", model: "m", content: [], usage: { input_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
];
const whole = [
  ...text,
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];

const conversation: Conversation = {
  model: "m",
  system: [],
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  sampling: {},
  stop: [],
  maxOutputTokens: 10,
  stream: { enabled: true },
};

let server: Server;
let answers: Answer[];
let calls: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[];

beforeEach(async () => {
  answers = [];
  calls = [];
  server = createServer((request, response) => {
    calls.push({ url: request.url, headers: request.headers });
    request.resume();
    request.on("end", () => answers.shift()?.(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function client(dialect = "claude", more: object = {}, suffix = ""): ModelClient {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r/run${suffix}`;
  const gateway = { baseUrl, token: "the-key", dialect, ...more } as never;
  return new ModelClient({ gateway, dialect: findDialect(dialect), firstWaitMs: 1 });
}

async function ask(one = client(), given = conversation) {
  const events: StreamEvent[] = [];
  const signal = new AbortController().signal;
  const reply = await one.ask(given, signal, async (event) => void events.push(event));
  return { reply, events };
}

describe("a client of the model", () => {
  it("asks below the base URL with its key, and gives each event and the reply", async () => {
    answers.push(stream(whole));
    const { reply, events } = await ask(client("claude", { engine: "e1" }, "//"));
    expect(calls).toMatchObject([
      {
        url: "/r/run/claude/v1/messages",
        headers: {
          "x-api-key": "the-key",
          "x-abp-engine": "e1",
          "anthropic-version": "2023-06-01",
          "content-type": "application/json",
        },
      },
    ]);
    expect(reply.candidates).toEqual([
      { index: 0, content: [{ type: "text", text: "Hi" }], stop: { reason: "end_turn", raw: "end_turn" } },
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      "reply_start",
      "block_start",
      "text_delta",
      "block_stop",
      "usage",
      "candidate_stop",
      "reply_stop",
    ]);
  });

  it("sends the key as a bearer token where the dialect wants one", async () => {
    answers.push(status(400));
    await expect(ask(client("openai"))).rejects.toThrow("the engine answered 400: not now");
    expect(calls[0]).toMatchObject({
      url: "/r/run/openai/v1/chat/completions",
      headers: { authorization: "Bearer the-key" },
    });
    expect(calls[0]!.headers).not.toHaveProperty("x-abp-engine");
  });

  it.each([408, 429, 500, 502, 503, 504, 529])("tries again twice after a %i", async (code) => {
    answers.push(status(code), status(code), stream(whole));
    expect((await ask()).reply.candidates).toHaveLength(1);
    answers.push(status(code), status(code), status(code), stream(whole));
    await expect(ask()).rejects.toThrow(`the engine answered ${code}: not now`);
    expect(calls).toHaveLength(6);
  });

  it.each([
    [400, {}],
    [404, {}],
    [503, { "x-should-retry": "false" }],
    [429, { "retry-after": "31" }],
  ])("does not try again after a %i with %j", async (code, headers) => {
    answers.push(status(code, headers), stream(whole));
    await expect(ask()).rejects.toThrow(`the engine answered ${code}: not now`);
    expect(calls).toHaveLength(1);
  });

  it("waits twice as long before each attempt if the engine names no time", async () => {
    const closed = client();
    server.close();
    const error = await ask(closed).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ retryAfterMs: 4 });
    expect((error as Error).message).toMatch(/^the gateway did not answer: /);
  });

  it("fails if the stream names an error, breaks off or ends early", async () => {
    answers.push(stream([...text, { type: "error", error: { type: "overloaded_error", message: "busy" } }]));
    await expect(ask()).rejects.toThrow("the engine's stream failed: busy");
    answers.push(stream(text, (response) => setImmediate(() => response.destroy())));
    await expect(ask()).rejects.toThrow("the engine's stream broke off: ");
    answers.push(stream(text));
    await expect(ask()).rejects.toThrow(
      "the engine's stream failed: the stream ended before its message_stop event",
    );
  });

  it("refuses what the dialect cannot say before it asks", async () => {
    const image = { type: "image", source: { kind: "file", id: "f", issuer: "acme" } } as const;
    const given = { ...conversation, messages: [{ role: "user", content: [image] }] } as Conversation;
    await expect(ask(client("openai"), given)).rejects.toThrow("the engine cannot be asked for image.file: ");
    expect(calls).toEqual([]);
  });

  it("does not wait when the run is cancelled", async () => {
    const controller = new AbortController();
    controller.abort(new Error("cancelled"));
    await expect(client().ask(conversation, controller.signal, async () => undefined)).rejects.toThrow(
      "cancelled",
    );
  });
});
