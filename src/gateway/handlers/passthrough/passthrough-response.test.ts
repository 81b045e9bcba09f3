import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import type { Engine } from "../../../engines/index.ts";
import { ByteBudget } from "../../../lib/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import {
  blockStart,
  errorEvent,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  textDelta,
  wholeStream,
} from "../../fixtures/claude-stream.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { claudeMessage, scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { AnswerEcho } from "./answer-echo.ts";
import { type PassthroughCall, PassthroughResponse } from "./passthrough-response.ts";

const EVENTS = ["content-type", "text/event-stream"];
const JSON_TYPE = ["content-type", "application/json"];
const request = { method: "POST", path: "/v1/messages", headers: [], repeatable: false } as const;
const digest = { bytes: 3, sha256: "aa" };
const down = new AbpError("backend_unavailable", "the connection was lost");

function open(
  owner: RecordingOwner,
  more: Partial<Engine> = {},
  operation: PassthroughCall["operation"] = "generate",
): PassthroughResponse {
  return new PassthroughResponse({
    owner,
    operation,
    engine: scriptedEngine("e", "claude", undefined, more),
    request,
    digest,
    changes: ["the model was replaced"],
    upstreamModel: "m",
  });
}

function ownerWith(more: Partial<RecordingOwner>): RecordingOwner {
  return Object.assign(new RecordingOwner(), more);
}

function push(response: PassthroughResponse, ...chunks: readonly string[]): boolean[] {
  return chunks.map((chunk) => response.onData(Buffer.from(chunk)));
}

describe("a passthrough response to a request that the gateway completed", () => {
  const echoed = { members: { previous: "p" }, paths: { body: [], event: ["message"] } };
  const openEchoing = (owner: RecordingOwner, budget = new ByteBudget(1000)) =>
    new PassthroughResponse({
      owner,
      operation: "generate",
      engine: scriptedEngine("e", "claude"),
      request,
      digest,
      changes: [],
      upstreamModel: "m",
      openEcho: (isStream) => new AnswerEcho(echoed, isStream, budget),
    });

  it("repeats what the caller asked, and the receipt has the digests of both forms", () => {
    const owner = new RecordingOwner();
    const response = openEchoing(owner);
    const body = '{"previous":null,"type":"message","usage":{"input_tokens":1,"output_tokens":2}}';
    response.onHead(200, [...JSON_TYPE, "content-length", String(body.length)]);
    push(response, body.slice(0, 20), body.slice(20));
    response.onEnd();
    const sent = body.replace("null", '"p"');
    expect(owner.text).toBe(sent);
    expect(owner.headers).not.toContain("content-length");
    const facts = response.facts();
    expect(facts.upstreamResponse).toEqual(digestBody(body));
    expect(facts.response).toEqual(digestBody(sent));
  });

  it("passes the events of a stream on as they come", () => {
    const owner = new RecordingOwner();
    const response = openEchoing(owner);
    response.onHead(200, EVENTS);
    const begun = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m"}}\n\n';
    push(response, begun);
    expect(owner.text).toBe(begun.replace('{"id"', '{"previous":"p","id"'));
    push(response, "data: {}");
    expect(owner.text).not.toContain("data: {}");
    response.onEnd();
    expect(owner.text).toMatch(/\ndata: \{\}$/);
  });

  it("leaves an error and a compressed answer as they are", () => {
    for (const [status, headers] of [
      [400, JSON_TYPE],
      [200, [...JSON_TYPE, "content-encoding", "gzip"]],
    ] as const) {
      const owner = new RecordingOwner();
      const response = openEchoing(owner);
      response.onHead(status, headers);
      push(response, '{"previous":null}');
      response.onEnd();
      expect(owner.text).toBe('{"previous":null}');
    }
  });

  it("frees what it held of an answer that fails", () => {
    const budget = new ByteBudget(1000);
    const response = openEchoing(new RecordingOwner(), budget);
    response.onHead(200, JSON_TYPE);
    push(response, '{"prev');
    expect(budget.used).toBe(6);
    response.onFailure(down);
    expect(budget.used).toBe(0);
  });
});

describe("a passthrough response", () => {
  it("keeps the request, its digest and its model for the call", () => {
    const response = open(new RecordingOwner());
    expect(response).toMatchObject({
      mode: "passthrough",
      request,
      upstreamRequest: digest,
      upstreamModel: "m",
    });
  });

  it("passes a body on byte for byte, with the head first and the end last", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    const body = JSON.stringify(claudeMessage("hi"));
    response.onHead(200, [...JSON_TYPE, "Content-Length", String(body.length), "X-Id", "r"]);
    push(response, body.slice(0, 5), body.slice(5));
    response.onEnd();
    expect(owner.log).toEqual(["head", "write", "write", "end", "finished"]);
    expect(owner.headers).toEqual([...JSON_TYPE, "Content-Length", String(body.length), "X-Id", "r"]);
    expect([owner.status, owner.text, owner.error]).toEqual([200, body, undefined]);
  });

  it("tells the engine to pause if the caller cannot take more, and only then", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, JSON_TYPE);
    expect(push(response, "{")).toEqual([true]);
    owner.takesMore = false;
    expect(push(response, "}")).toEqual([false]);
  });

  it("states in its facts the usage, the model and one digest for both sides", () => {
    const response = open(new RecordingOwner());
    const body = JSON.stringify(claudeMessage("hi"));
    response.onHead(200, JSON_TYPE);
    push(response, body);
    response.onEnd();
    expect(response.facts()).toEqual({
      observed: expect.objectContaining({ id: "msg_1", model: "m", end: "complete" }),
      upstreamResponse: digestBody(body),
      response: digestBody(body),
      mapping: [],
      negotiation: undefined,
      warnings: ["the model was replaced"],
      error: undefined,
    });
  });

  it("knows nothing of a response that never came", () => {
    const response = open(new RecordingOwner());
    expect(response.facts()).toEqual({
      observed: {},
      upstreamResponse: undefined,
      response: undefined,
      mapping: [],
      negotiation: undefined,
      warnings: ["the model was replaced"],
      error: undefined,
    });
  });

  it("finishes a failed answer as a whole one, and states the engine's error in its facts", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    const body = JSON.stringify({
      type: "error",
      error: { type: "not_found_error", message: "no such model" },
    });
    response.onHead(404, JSON_TYPE);
    push(response, body);
    response.onEnd();
    expect([owner.status, owner.text, owner.error]).toEqual([404, body, undefined]);
    expect(response.facts().error).toMatchObject({
      code: "backend_model_not_found",
      message: "no such model",
      details: { engine_status: 404 },
    });
  });

  it.each([
    [399, undefined],
    [400, "validation_failed"],
  ])("reports for status %s the error %s", (status, code) => {
    const response = open(new RecordingOwner());
    response.onHead(status, JSON_TYPE);
    push(response, JSON.stringify(claudeMessage("hi")));
    response.onEnd();
    expect(response.facts().error?.code).toBe(code);
  });

  it("states an error that came with the status of a success", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, JSON_TYPE);
    push(response, '{"type":"error","error":{"type":"api_error","message":"secret words"}}');
    response.onEnd();
    expect(owner.error).toBeUndefined();
    expect(response.facts().error).toEqual(
      new AbpError("backend_unavailable", "the engine ended its stream with an error"),
    );
  });

  it("does not expect a last event of a body that is no stream", () => {
    const response = open(new RecordingOwner());
    response.onHead(200, JSON_TYPE);
    push(response, '{"id":"msg_1","object":"list"}');
    response.onEnd();
    expect(response.facts().error).toBeUndefined();
  });
});

describe("a passthrough stream without a fallback", () => {
  it("begins at once and passes each chunk on as it comes", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, EVENTS);
    expect(owner.log).toEqual(["head"]);
    push(response, ...wholeStream);
    expect(owner.chunks.map(String)).toEqual(wholeStream);
    response.onEnd();
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
    expect(owner.error).toBeUndefined();
    const whole = digestBody(wholeStream.join(""));
    expect(response.facts()).toMatchObject({
      observed: { id: "msg_1", end: "complete", usage: { input: 7, output: 42 } },
      upstreamResponse: whole,
      response: whole,
    });
  });

  it("states no length, so that a missing end can show", () => {
    const owner = new RecordingOwner();
    open(owner).onHead(200, [...EVENTS, "Content-Length", "12", "x-first", "content-length", "x-last", "1"]);
    expect(owner.headers).toEqual([...EVENTS, "x-first", "content-length", "x-last", "1"]);
  });

  it("is broken off if its last event is missing", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("half"));
    response.onEnd();
    expect(owner.log.slice(-2)).toEqual(["break", "finished"]);
    expect(owner.error).toEqual(
      new AbpError("stream_closed", "the engine's stream ended without its last event"),
    );
    expect(response.facts().error).toBe(owner.error);
  });

  it("ends as it is if the engine ended it with an error event", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("half"), errorEvent("busy"));
    response.onEnd();
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
    expect(owner.error).toEqual(
      new AbpError("backend_unavailable", "the engine ended its stream with an error"),
    );
    expect(owner.log).not.toContain("fallBack");
  });

  it.each([
    ["text/event-stream; charset=utf-8", true],
    ["TEXT/Event-Stream", true],
    ["text/event-streams", false],
    ["application/text/event-stream", false],
    ["application/json", false],
  ])("is recognised by its content type (%s: %s)", (type, isStream) => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, ["content-type", type]);
    push(response, messageStart);
    response.onEnd();
    expect(owner.log.includes("break")).toBe(isStream);
  });

  it("is not taken for one if it has no content type", () => {
    const owner = new RecordingOwner();
    const response = open(owner);
    response.onHead(200, []);
    response.onEnd();
    expect(owner.log).toEqual(["head", "end", "finished"]);
  });

  it("is read only at its end if it is compressed: it keeps its length, and is not held back", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(200, [...EVENTS, "Content-Encoding", "gzip", "content-length", "4"]);
    expect(owner.log).toEqual(["head"]);
    expect(owner.header("content-length")).toBe("4");
    // Text that would be a failure if it were read as events.
    push(response, messageStart, errorEvent("busy"));
    response.onEnd();
    expect(owner.log).toEqual(["head", "write", "write", "end", "finished"]);
    expect(owner.error).toBeUndefined();
    expect(response.facts()).toMatchObject({
      observed: {},
      response: digestBody(messageStart + errorEvent("busy")),
      error: { code: "answer_unreadable" },
    });
  });
});

describe("a passthrough stream that another engine could take over", () => {
  it("is held back until its first content, and then passed on in one write", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(200, [...EVENTS, "content-length", "5"]);
    owner.takesMore = false;
    expect(push(response, messageStart, ping, blockStart)).toEqual([true, true, true]);
    expect(owner.log).toEqual([]);
    expect(push(response, textDelta("a"))).toEqual([false]);
    expect(owner.log).toEqual(["head", "write"]);
    expect(owner.headers).toEqual([...EVENTS]);
    expect(owner.text).toBe(messageStart + ping + blockStart + textDelta("a"));
    owner.takesMore = true;
    expect(push(response, textDelta("b"))).toEqual([true]);
    expect(owner.chunks.at(-1)?.toString()).toBe(textDelta("b"));
  });

  it("is taken over after an error event, and the caller received nothing", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    expect(push(response, messageStart, errorEvent("busy"))).toEqual([true, true]);
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]).toMatchObject({
      code: "backend_unavailable",
      message: "busy",
      details: { engine_status: null },
    });
    expect(response.facts()).toMatchObject({
      upstreamResponse: digestBody(messageStart + errorEvent("busy")),
      response: undefined,
      error: { code: "backend_unavailable" },
    });
  });

  it("is passed on with its error event if nobody takes over", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart, errorEvent("busy"));
    expect(owner.log).toEqual(["fallBack", "head", "write"]);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "head", "write", "end", "finished"]);
    expect(owner.text).toBe(messageStart + errorEvent("busy"));
    expect(owner.error?.code).toBe("backend_unavailable");
    expect(response.facts().response).toEqual(digestBody(owner.text));
  });

  it("is held back below 64 KiB and passed on at that size", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    const comment = `:${"x".repeat(64 * 1024 - 2)}`;
    expect(push(response, comment)).toEqual([true]);
    expect(owner.log).toEqual([]);
    push(response, "\n");
    expect(owner.log).toEqual(["head", "write"]);
    expect(owner.text.length).toBe(64 * 1024);
  });

  it("is taken over if it ends without content and without its last event", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]?.code).toBe("stream_closed");
    expect(response.facts().response).toBeUndefined();
  });

  it("is passed on and broken off if it ends early and nobody takes over", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "head", "write", "break", "finished"]);
    expect(response.facts().response).toEqual(digestBody(messageStart));
  });

  it("begins and is broken off if it is empty and nobody takes over", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "head", "break", "finished"]);
    expect(owner.status).toBe(200);
  });

  it("is passed on if it is whole but has no content", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart, messageStop);
    // An error that came before this would be a takeover; a whole stream is none.
    response.onEnd();
    expect(owner.log.filter((name) => name === "fallBack")).toEqual([]);
    expect(owner.log).toEqual(["head", "write", "end", "finished"]);
    expect(owner.error).toBeUndefined();
  });

  it("is not held back if its status is a failure that concerns the request", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(400, EVENTS);
    push(response, errorEvent("max_tokens is missing", "invalid_request_error"));
    response.onEnd();
    expect(owner.log).toEqual(["head", "write", "end", "finished"]);
    expect([owner.status, owner.error?.code]).toEqual([400, "validation_failed"]);
  });
});

describe("a failure of the engine", () => {
  it.each([
    [429, "backend_rate_limited"],
    [500, "backend_unavailable"],
    [503, "backend_unavailable"],
    [401, "backend_auth_failed"],
    [403, "backend_auth_failed"],
  ])("with status %s lets another engine take over", (status, code) => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    open(owner).onHead(status, JSON_TYPE);
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]?.message).toBe(`the engine answered with status ${status}`);
    expect(owner.offered[0]?.code).toBe(code);
  });

  it("is passed on if nobody takes over after all", () => {
    const owner = ownerWith({ canFallBack: true });
    const response = open(owner);
    response.onHead(503, JSON_TYPE);
    push(response, "{}");
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "head", "write", "end", "finished"]);
    expect(owner.status).toBe(503);
  });

  it("is passed on without asking if there is no other engine", () => {
    const owner = ownerWith({ takesOver: true });
    open(owner).onHead(503, JSON_TYPE);
    expect(owner.log).toEqual(["head"]);
  });

  it.each([401, 403])("with status %s is the caller's to know if the key is its own", (status) => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    open(owner, { usesCallerKey: true }).onHead(status, JSON_TYPE);
    expect(owner.log).toEqual(["head"]);
  });

  it("of the connection before the head lets another engine take over, or ends the call", () => {
    const taken = ownerWith({ canFallBack: true, takesOver: true });
    open(taken).onFailure(down);
    expect([taken.log, taken.offered]).toEqual([["fallBack"], [down]]);

    const ended = new RecordingOwner();
    open(ended).onFailure(down);
    expect([ended.log, ended.error]).toEqual([["fallBack", "finished"], down]);
  });

  it("of the connection after the head breaks the answer off, and nobody takes over", () => {
    const owner = ownerWith({ takesOver: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart);
    response.onFailure(down);
    expect(owner.log).toEqual(["head", "write", "break", "finished"]);
    expect(owner.error).toBe(down);
    expect(response.facts().response).toEqual(digestBody(messageStart));
  });

  it("of the connection while the stream is held back leaves the caller with nothing", () => {
    const taken = ownerWith({ canFallBack: true, takesOver: true });
    const first = open(taken);
    first.onHead(200, EVENTS);
    push(first, messageStart);
    first.onFailure(down);
    expect(taken.log).toEqual(["fallBack"]);

    const ended = ownerWith({ canFallBack: true });
    const second = open(ended);
    second.onHead(200, EVENTS);
    push(second, messageStart);
    second.onFailure(down);
    expect(ended.log).toEqual(["fallBack", "finished"]);
    expect(second.facts()).toMatchObject({
      upstreamResponse: digestBody(messageStart),
      response: undefined,
    });
  });

  it("after the stream was released breaks the answer off", () => {
    const owner = ownerWith({ canFallBack: true, takesOver: true });
    const response = open(owner);
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"), messageDelta);
    response.onFailure(down);
    expect(owner.log).toEqual(["head", "write", "write", "break", "finished"]);
  });
});

describe("a passthrough answer that is not whole", () => {
  const whole = JSON.stringify(claudeMessage("hi"));
  const page = "<!doctype html><title>Sign in</title>";

  /** The error that the record has of an answer, which the caller gets unchanged. */
  function recorded(
    headers: readonly string[],
    body: string | Buffer,
    more: { operation?: "generate" | "get_response"; status?: number } = {},
  ): string | undefined {
    const owner = new RecordingOwner();
    const response = open(owner, {}, more.operation);
    response.onHead(more.status ?? 200, headers);
    const bytes = Buffer.from(body as string);
    for (let at = 0; at < bytes.length; at += 60_000) response.onData(bytes.subarray(at, at + 60_000));
    response.onEnd();
    expect([owner.log.at(-2), owner.error]).toEqual(["end", undefined]);
    expect(owner.headers).toEqual(headers);
    expect(response.facts().response).toEqual(digestBody(bytes));
    return response.facts().error?.code;
  }

  it.each([
    ["half JSON", JSON_TYPE, whole.slice(0, -5)],
    ["half JSON without a type", [], whole.slice(0, 40)],
    ["an empty 200", JSON_TYPE, ""],
    ["an empty 200 of no type", [], ""],
    ["blanks", JSON_TYPE, " \r\n"],
    ["a stream of another type", ["content-type", "text/plain"], messageStart + blockStart + textDelta("x")],
    ["a stream that is declared as JSON", JSON_TYPE, messageStart + textDelta("x")],
    ["a stream of no type", [], `event: message_start\n${messageStart}`],
    ["long half JSON", JSON_TYPE, `{"id":"x","content":"${"y".repeat(2_000_000)}`],
    ["a long list that is not closed", JSON_TYPE, `{"a":[${"{},".repeat(500_000)}`],
  ])("is recorded as incomplete: %s", (_, headers, body) => {
    expect(recorded(headers, body)).toBe("stream_closed");
  });

  it.each([
    ["a page", ["content-type", "text/html"], page],
    ["a page that is declared as JSON", JSON_TYPE, page],
    ["JSON of something else", JSON_TYPE, '{"ok":true}'],
    ["JSON that is no object", JSON_TYPE, '"hello"'],
    ["a list", JSON_TYPE, "[]"],
    ["a long page", ["content-type", "text/html"], page.repeat(50_000)],
  ])("is recorded as unreadable: %s", (_, headers, body) => {
    expect(recorded(headers, body)).toBe("answer_unreadable");
  });

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const)("is recognised behind %s", (encoding, compress) => {
    const headers = [...JSON_TYPE, "content-encoding", encoding];
    const bytes = compress(whole);
    expect(recorded(headers, bytes)).toBeUndefined();
    expect(recorded(headers, bytes.subarray(0, -10))).toBe("stream_closed");
    expect(recorded(headers, compress(whole.slice(0, -5)))).toBe("stream_closed");
    expect(recorded(headers, compress(""))).toBe("stream_closed");
    expect(recorded(headers, compress(page))).toBe("answer_unreadable");
    expect(recorded(headers, Buffer.from("no such coding"))).toBe("answer_unreadable");
    const events = [...EVENTS, "content-encoding", encoding];
    expect(recorded(events, compress(wholeStream.join("")))).toBeUndefined();
    expect(recorded(events, compress(wholeStream.slice(0, -1).join("")))).toBe("stream_closed");
    expect(recorded(events, compress(wholeStream.join("")).subarray(0, -10))).toBe("stream_closed");
  });

  it("is unreadable if its coding is unknown, or if it becomes too large", () => {
    expect(recorded([...JSON_TYPE, "content-encoding", "compress"], whole)).toBe("answer_unreadable");
    expect(recorded([...JSON_TYPE, "content-encoding", "gzip, br"], whole)).toBe("answer_unreadable");
    const huge = gzipSync(`{"id":"${"x".repeat(20_000_000)}"}`);
    expect(recorded([...JSON_TYPE, "content-encoding", "gzip"], huge)).toBe("answer_unreadable");
  });

  it.each([
    ["a whole message", JSON_TYPE, whole],
    ["a whole message of another type", ["content-type", "text/plain"], whole],
    ["a whole message with the coding identity", [...JSON_TYPE, "content-encoding", "identity"], whole],
    ["a long message", JSON_TYPE, `{"id":"x","content":["${"y}]".repeat(700_000)}\\""]}\n`],
    ["a whole stream of another type", ["content-type", "text/plain"], wholeStream.join("")],
  ])("is not taken for one: %s", (_, headers, body) => {
    expect(recorded(headers, body)).toBeUndefined();
  });

  it("needs only be JSON if it answers something else than a generation", () => {
    const operation = "get_response";
    expect(recorded(JSON_TYPE, '{"ok":true}', { operation })).toBeUndefined();
    expect(recorded([], "", { operation, status: 204 })).toBeUndefined();
    expect(recorded(JSON_TYPE, '{"ok":', { operation })).toBe("stream_closed");
    expect(recorded(JSON_TYPE, page, { operation })).toBe("answer_unreadable");
  });
});
