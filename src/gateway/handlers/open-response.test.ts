import { describe, expect, it } from "vitest";
import type { CompatibilityMode } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import type { GatewayContext } from "../context.ts";
import {
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
  wholeStream,
} from "../fixtures/claude-stream.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { RecordingOwner } from "../fixtures/recording-owner.ts";
import { claudeMessage } from "../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf, testContext } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import { TokenCount } from "./count/token-count.ts";
import { MappedResponse } from "./mapped/mapped-response.ts";
import { MappedStream } from "./mapped/mapped-stream.ts";
import { openResponse } from "./open-response.ts";
import { PassthroughResponse } from "./passthrough/passthrough-response.ts";
import type { ResponseHandler } from "./response-handler.ts";

const JSON_TYPE = ["content-type", "application/json"];
const EVENTS = ["content-type", "text/event-stream"];
const messages = [{ role: "user", content: "hi" }];
/** The id of the first call, from the owner's run id. */
const MINTED = "toolu_000000007000800000000000000a0000";

interface Options {
  readonly path?: string;
  readonly body?: Record<string, unknown>;
  readonly headers?: readonly string[];
  readonly target?: Partial<Target>;
  readonly engine?: Engine;
  readonly compatibility?: CompatibilityMode;
  readonly limits?: Partial<GatewayContext["limits"]>;
  readonly now?: number;
  readonly expanded?: Record<string, unknown>;
}

function open(dialect: string, options: Options = {}) {
  const { path = "/v1/chat/completions", body = { model: "m", messages }, headers = [] } = options;
  const owner = new RecordingOwner();
  const base = testContext({ engines: [] });
  const { now = base.now() } = options;
  const context = { ...base, limits: { ...base.limits, ...options.limits }, now: () => now };
  const request = new CallRequest(admissionTo(path, headers), bodyOf(body));
  request.scan(64);
  if (options.expanded !== undefined) request.expand(options.expanded);
  const response = openResponse({
    owner,
    context,
    request,
    target: {
      engine: options.engine ?? fakeEngine("e", dialect),
      model: undefined,
      getsCallerKey: true,
      ...options.target,
    },
    plan: { compatibility: options.compatibility ?? "best_effort", waived: [] },
    ledger: base.ledger,
  });
  return { owner, request, response, ledger: base.ledger, context };
}

function bodyOfRequest(response: ResponseHandler): Record<string, unknown> {
  return JSON.parse(Buffer.from(response.request!.body!).toString()) as Record<string, unknown>;
}

function answer(response: ResponseHandler, value: unknown): void {
  response.onHead(200, JSON_TYPE);
  response.onData(bodyOf(value));
  response.onEnd();
}

function stream(response: ResponseHandler, ...chunks: readonly string[]): void {
  response.onHead(200, EVENTS);
  for (const chunk of chunks) response.onData(Buffer.from(chunk));
  response.onEnd();
}

describe("an attempt on an engine of the caller's dialect", () => {
  it("passes the caller's own bytes on, under the caller's digest and model", () => {
    const { response, request } = open("openai", { headers: ["x-id", "1"] });
    expect(response).toBeInstanceOf(PassthroughResponse);
    expect(response.request).toMatchObject({
      path: "/v1/chat/completions",
      headers: [...JSON_TYPE, "x-id", "1"],
    });
    expect(response.request?.body).toBe(request.body);
    expect(response.upstreamRequest).toBe(request.digest);
    expect([response.upstreamModel, response.facts().warnings]).toEqual(["m", []]);
  });

  it("replaces the model that the target names, with a digest of its own and a note", () => {
    const { response, request } = open("openai", { target: { model: "n" } });
    expect(bodyOfRequest(response)).toEqual({ model: "n", messages });
    expect(response.upstreamRequest).toEqual(digestBody(response.request!.body!));
    expect(response.upstreamRequest).not.toEqual(request.digest);
    expect([response.upstreamModel, response.facts().warnings]).toEqual([
      "n",
      ['the model "m" was replaced by "n"'],
    ]);
  });

  it("passes a stream on as well, in the same way", () => {
    expect(open("openai", { body: { model: "m", messages, stream: true } }).response).toBeInstanceOf(
      PassthroughResponse,
    );
  });

  it("asks the engine's own counter for a count, with the model that the target names", () => {
    const path = "/v1/messages/count_tokens";
    const { response } = open("claude", { path, target: { model: "n" } });
    expect(response).toBeInstanceOf(TokenCount);
    expect(response).toMatchObject({ mode: "passthrough", request: { path }, upstreamModel: "n" });
    expect(bodyOfRequest(response)["model"]).toBe("n");
    expect(response.upstreamRequest).toEqual(digestBody(response.request!.body!));
    expect(response.facts().mapping).toEqual([]);
  });
});

describe("an attempt on an engine of another dialect", () => {
  it("translates the request and the whole answer", () => {
    const { response, owner } = open("claude", {
      body: { model: "m", messages, store: true },
      target: { model: "n" },
    });
    expect(response).toBeInstanceOf(MappedResponse);
    expect(response.request?.path).toBe("/v1/messages");
    expect(bodyOfRequest(response)["model"]).toBe("n");
    expect(response.upstreamModel).toBe("n");
    const [report] = response.facts().mapping;
    expect(report?.entries.map(({ disposition }) => disposition)).not.toContain("mapped");
    expect(report?.entries).toContainEqual(expect.objectContaining({ path: "$.store" }));
    answer(response, { ...claudeMessage("hello"), id: undefined });
    expect(owner.json).toMatchObject({
      choices: [{ message: { content: "hello" } }],
    });
    expect(owner.header("x-abp-loss")).toMatch(/\$\.store/);
  });

  it("dates its answers in whole seconds", () => {
    const { response, owner } = open("claude", { now: 1_700_000_000_999 });
    answer(response, claudeMessage("hello"));
    expect(owner.json["created"]).toBe(1_700_000_000);
  });

  it("translates a stream event by event if the body asks for one", () => {
    const { response, owner } = open("claude", { body: { model: "m", messages, stream: true } });
    expect(response).toBeInstanceOf(MappedStream);
    expect(bodyOfRequest(response)["stream"]).toBe(true);
    stream(response, ...wholeStream);
    expect(owner.header("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(owner.text).toMatch(/"content":"hello"/);
  });

  it("sends heartbeats at the configured interval", () => {
    const { response, owner, context } = open("claude", {
      body: { model: "m", messages, stream: true },
      limits: { heartbeatMs: 5000 },
    });
    response.onHead(200, EVENTS);
    response.onData(Buffer.from(messageStart + textDelta("a")));
    const { length } = owner.log;
    response.tick!(context.now() + 4999);
    expect(owner.log.length).toBe(length);
    response.tick!(context.now() + 5000);
    expect(owner.log.length).toBe(length + 1);
  });

  it("takes what it holds from the budget of all calls", () => {
    const { response, context } = open("claude");
    response.onHead(200, JSON_TYPE);
    response.onData(Buffer.alloc(5));
    expect(context.heldBytes.used).toBe(5);
  });

  it("refuses a loss in strict mode, before anything is sent", () => {
    expect(() =>
      open("claude", { body: { model: "m", messages, store: true }, compatibility: "strict" }),
    ).toThrow(expect.objectContaining({ code: expect.stringMatching(/^mapping_/) }));
  });

  it("translates the value with earlier turns if they were inserted", () => {
    const expanded = { model: "m", messages: [...messages, { role: "user", content: "and more" }] };
    const { response } = open("claude", { expanded });
    expect(JSON.stringify(bodyOfRequest(response))).toContain("and more");
  });

  it("reads the model and the stream from the path if the dialect puts them there", () => {
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    const events = open("claude", { path: "/v1beta/models/g:streamGenerateContent?x=1&alt=sse", body });
    expect(events.response).toBeInstanceOf(MappedStream);
    expect(bodyOfRequest(events.response)).toMatchObject({ model: "g", stream: true });
    stream(events.response, ...wholeStream);
    expect(events.owner.header("content-type")).toMatch(/^text\/event-stream/);

    const array = open("claude", { path: "/v1beta/models/g:streamGenerateContent", body });
    stream(array.response, ...wholeStream);
    expect(array.owner.header("content-type")).toMatch(/^application\/json/);
    expect(JSON.parse(array.owner.text)).toBeInstanceOf(Array);

    const other = open("claude", { path: "/v1beta/models/g:streamGenerateContent?alt=sse2", body });
    stream(other.response, ...wholeStream);
    expect(other.owner.header("content-type")).toMatch(/^application\/json/);

    const whole = open("claude", { path: "/v1beta/models/g:generateContent", body });
    expect(whole.response).toBeInstanceOf(MappedResponse);
  });

  it("takes reasoning into the ledger's custody, in a whole answer and in a stream", () => {
    const thinking = { type: "thinking", thinking: "hm", signature: "proof" };
    const call = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
    const whole = open("claude");
    answer(whole.response, { ...claudeMessage(""), content: [thinking, call], stop_reason: "tool_use" });
    expect(whole.ledger.custody.find(MINTED)?.thinking).toMatchObject([{ signature: "proof" }]);

    const streamed = open("claude", { body: { model: "m", messages, stream: true } });
    const event = (type: string, members: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
    stream(
      streamed.response,
      messageStart,
      event("content_block_start", { index: 0, content_block: thinking }),
      event("content_block_stop", { index: 0 }),
      event("content_block_start", { index: 1, content_block: call }),
      event("content_block_stop", { index: 1 }),
      messageDelta,
      messageStop,
    );
    expect(streamed.ledger.custody.find(MINTED)?.thinking).toMatchObject([{ signature: "proof" }]);
  });

  it("gives reasoning back from the ledger's custody", () => {
    const first = open("claude");
    first.ledger.custody.hold("toolu_1", {
      dialect: "claude",
      thinking: [{ type: "thinking", text: "hm", signature: "proof" }],
    });
    const tool = { id: "toolu_1", type: "function", function: { name: "f", arguments: "{}" } };
    const request = new CallRequest(
      admissionTo("/v1/chat/completions"),
      bodyOf({
        model: "m",
        messages: [
          ...messages,
          { role: "assistant", content: null, tool_calls: [tool] },
          { role: "tool", tool_call_id: "toolu_1", content: "done" },
        ],
      }),
    );
    request.scan(64);
    const response = openResponse({
      owner: first.owner,
      context: first.context,
      request,
      target: { engine: fakeEngine("e", "claude"), model: undefined, getsCallerKey: true },
      plan: { compatibility: "best_effort", waived: [] },
      ledger: first.ledger,
    });
    expect(JSON.stringify(bodyOfRequest(response))).toContain('"signature":"proof"');
  });

  const codexReply = (text: string) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: [
      {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  });

  it("finishes an emulation on the whole answer, and notes its warnings", () => {
    const { response, owner } = open("codex", { body: { model: "m", messages, stop: ["END"] } });
    expect(bodyOfRequest(response)).not.toHaveProperty("stop");
    answer(response, codexReply("one END two"));
    expect(owner.json).toMatchObject({ choices: [{ message: { content: "one " } }] });
    expect(owner.header("x-abp-loss")).toMatch(/^emulated \$\.stop/);
  });

  it("finishes an emulation on each event of a stream", () => {
    const { response, owner } = open("codex", {
      body: { model: "m", messages, stream: true, stop: ["END"] },
    });
    const event = (type: string, members: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
    const whole = codexReply("one END two");
    const place = { output_index: 0, content_index: 0, item_id: "msg_1" };
    const [item] = whole.output;
    stream(
      response,
      event("response.created", {
        sequence_number: 0,
        response: { ...whole, output: [], status: "in_progress" },
      }),
      event("response.output_item.added", {
        sequence_number: 1,
        output_index: 0,
        item: { ...item, status: "in_progress", content: [] },
      }),
      event("response.content_part.added", {
        sequence_number: 2,
        ...place,
        part: { type: "output_text", text: "", annotations: [] },
      }),
      event("response.output_text.delta", { sequence_number: 3, ...place, delta: "one END two" }),
      event("response.output_text.done", { sequence_number: 4, ...place, text: "one END two" }),
      event("response.content_part.done", { sequence_number: 5, ...place, part: item!.content[0] }),
      event("response.output_item.done", { sequence_number: 6, output_index: 0, item }),
      event("response.completed", { sequence_number: 7, response: whole }),
    );
    expect(owner.text).toContain("one ");
    expect(owner.text).not.toContain("two");
  });
});

describe("a token count on an engine of another dialect", () => {
  const path = "/v1/messages/count_tokens";

  it("is translated if the engine has a counter", () => {
    const { response, owner } = open("codex", { path, target: { model: "n" } });
    expect(response).toBeInstanceOf(TokenCount);
    expect(response).toMatchObject({ mode: "mapped", upstreamModel: "n" });
    expect(response.request?.path).toMatch(/input_tokens$/);
    expect(bodyOfRequest(response)["model"]).toBe("n");
    expect(response.facts().mapping.map(({ direction }) => direction)).toEqual(["request"]);
    answer(response, { object: "response.input_tokens", input_tokens: 9 });
    expect(owner.json).toEqual({ input_tokens: 9 });
  });

  it("is estimated at once if the engine has none", () => {
    const { response, owner } = open("openai", { path });
    expect([response.request, response.upstreamModel]).toEqual([undefined, "m"]);
    response.onEnd();
    expect(owner.header("x-abp-estimate")).toBe("true");
    expect(response.facts().mapping).toEqual([]);
  });

  it("is estimated from a model in the path", () => {
    const { response, owner } = open("openai", {
      path: "/v1beta/models/g:countTokens",
      body: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
    });
    response.onEnd();
    expect(owner.json["totalTokens"]).toBeGreaterThan(0);
    expect(response.upstreamModel).toBe("g");
  });

  it("is not estimated if the configuration forbids it", () => {
    const limits = { estimateTokens: false };
    const { response, owner } = open("claude", { path, limits });
    response.onHead(404, JSON_TYPE);
    response.onEnd();
    expect(owner.status).toBe(404);
    expect(() => open("openai", { path, limits })).toThrow();
  });

  it("is estimated from the value with earlier turns, after the engine turned out to have no counter", () => {
    const one = open("claude", { path });
    const two = open("claude", {
      path,
      expanded: { model: "m", messages: [{ role: "user", content: "many ".repeat(500) }] },
    });
    for (const { response } of [one, two]) {
      response.onHead(404, JSON_TYPE);
      response.onEnd();
    }
    expect(two.owner.json["input_tokens"]).toBeGreaterThan(one.owner.json["input_tokens"] as number);
  });
});
