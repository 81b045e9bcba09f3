import { describe, expect, it } from "vitest";
import { AbpError, type LossReport, type StreamEvent } from "../../../contract/index.ts";
import { findDialect, memoryCustody } from "../../../dialects/index.ts";
import { ByteBudget } from "../../../lib/index.ts";
import type { Emulation } from "../../../negotiation/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import {
  blockStart,
  blockStop,
  errorEvent,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  textDelta,
  wholeStream,
} from "../../fixtures/claude-stream.ts";
import { type MappedCallOptions, mappedCall } from "../../fixtures/mapped-call.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import type { RoundLoop } from "../../rounds/round-loop.ts";
import { MappedStream } from "./mapped-stream.ts";

const EVENTS = ["content-type", "text/event-stream"];
const JSON_TYPE = ["content-type", "application/json"];
const KEEP_ALIVE = ": keep-alive\n";
const MEBIBYTE = 1024 * 1024;
const down = new AbpError("backend_timeout", "the engine fell silent");
const report: LossReport = {
  from: "openai",
  to: "claude",
  direction: "request",
  entries: [{ path: "$.seed", disposition: "disclosed", reason: "none" }],
};
const translation = { report, emulation: undefined, negotiation: undefined };
/** Replaces the word `sesame`, as an engine does with its key. */
const conceal = (text: string) => text.replaceAll("sesame", "[redacted]");

function open(options: MappedCallOptions = {}, more: Partial<RecordingOwner> = {}) {
  const owner = Object.assign(new RecordingOwner(), more);
  const clock = { time: 0 };
  const call = mappedCall(owner, {
    now: () => clock.time,
    body: { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] },
    ...options,
  });
  return { owner, call, clock, response: new MappedStream(call) };
}

function push(response: MappedStream, ...chunks: readonly string[]): boolean[] {
  return chunks.map((chunk) => response.onData(Buffer.from(chunk)));
}

/** The text of a Chat Completions stream. */
function contentOf(text: string): string {
  return [...text.matchAll(/^data: (\{.*)$/gm)]
    .map(([, data]) => (JSON.parse(data!) as { choices: { delta: { content?: string } }[] }).choices[0])
    .map((choice) => choice?.delta.content ?? "")
    .join("");
}

describe("a mapped stream", () => {
  it("keeps the request, its digest and its model for the call", () => {
    const { response, call } = open();
    expect(response).toMatchObject({
      mode: "mapped",
      request: call.request,
      upstreamRequest: call.upstreamRequest,
      upstreamModel: "m",
    });
  });

  it("begins with the first content, and passes later events on as they come", () => {
    const { owner, response } = open({ translation });
    response.onHead(200, EVENTS);
    expect(push(response, messageStart, ping, blockStart)).toEqual([true, true, true]);
    expect(owner.log).toEqual([]);
    owner.takesMore = false;
    expect(push(response, textDelta("hel"))).toEqual([false]);
    expect(owner.log).toEqual(["head", "write"]);
    expect(push(response, textDelta("lo"))).toEqual([false]);
    owner.takesMore = true;
    expect(push(response, textDelta("!"))).toEqual([true]);
    expect([owner.log.length, contentOf(owner.text)]).toEqual([4, "hello!"]);
    expect(owner.status).toBe(200);
    expect(owner.headers).toEqual([
      "content-type",
      "text/event-stream; charset=utf-8",
      "cache-control",
      "no-cache",
      "x-accel-buffering",
      "no",
      "x-abp-loss",
      "disclosed $.seed",
    ]);
  });

  it("writes nothing for an event that has no counterpart in the caller's dialect", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    const { length } = owner.log;
    owner.takesMore = false;
    expect(push(response, blockStop, ": a comment\n\n")).toEqual([true, true]);
    expect(owner.log.length).toBe(length);
  });

  it("ends once, after its last event, and finishes without an error", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, ...wholeStream);
    response.onEnd();
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
    expect(owner.error).toBeUndefined();
    expect(owner.text).toMatch(/data: \[DONE\]\n\n$/);
    expect(owner.chunks.every(({ length }) => length > 0)).toBe(true);
    response.onEnd();
    response.onFailure(down);
    expect(push(response, textDelta("late"))).toEqual([true]);
    expect(owner.log.filter((name) => name === "finished")).toEqual(["finished"]);
  });

  it("states in its facts both digests, both reports, the usage and the decision", () => {
    const negotiation = { decision_id: "d" } as never;
    const emulation = { report: { warnings: ["emulated"] } } as unknown as Emulation;
    const { owner, response } = open({ translation: { report, emulation, negotiation } });
    response.onHead(200, EVENTS);
    push(response, ...wholeStream);
    response.onEnd();
    const facts = response.facts();
    expect(facts).toMatchObject({
      observed: { id: "msg_1", model: "claude-x", end: "complete", usage: { input: 7, output: 42 } },
      upstreamResponse: digestBody(wholeStream.join("")),
      response: digestBody(owner.text),
      warnings: ["emulated"],
    });
    expect(facts.mapping.map(({ direction }) => direction)).toEqual(["request", "stream"]);
    expect([facts.mapping[0], facts.negotiation]).toEqual([report, negotiation]);
  });

  it("knows only the request's losses if nothing came, and an empty body if only the head came", () => {
    const { response } = open({ translation });
    const facts = {
      observed: {},
      upstreamResponse: undefined,
      response: undefined,
      mapping: [report],
      negotiation: undefined,
      warnings: [],
      toolCalls: undefined,
      events: undefined,
    };
    expect(response.facts()).toStrictEqual(facts);
    const other = open({ translation }).response;
    other.onHead(200, EVENTS);
    expect(other.facts()).toEqual({ ...facts, events: 0, upstreamResponse: digestBody("") });
  });

  it("begins and ends if it is whole but has no content", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, messageDelta, messageStop);
    response.onEnd();
    expect([owner.log.at(0), ...owner.log.slice(-2)]).toEqual(["head", "end", "finished"]);
    expect(owner.error).toBeUndefined();
  });

  it("begins with its end if its last event follows its first", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, messageStop);
    expect(owner.log).toEqual([]);
    response.onEnd();
    expect(owner.log).toEqual(["head", "write", "end", "finished"]);
    expect(owner.text).toMatch(/data: \[DONE\]\n\n$/);
    expect([owner.error, response.facts().observed.end]).toEqual([undefined, "complete"]);
  });

  it("begins without a write if its first content has no counterpart in the caller's dialect", () => {
    const { owner, response } = open({}, { takesMore: false });
    const content_block = { type: "redacted_thinking", data: "x" };
    const hidden = JSON.stringify({ type: "content_block_start", index: 0, content_block });
    response.onHead(200, EVENTS);
    expect(push(response, messageStart, `data: ${hidden}\n\n`)).toEqual([true, true]);
    expect(owner.log).toEqual(["head"]);
  });

  it("takes the reasoning that the caller's dialect cannot carry into custody", () => {
    const custody = memoryCustody();
    const base = mappedCall(new RecordingOwner()).reply;
    const { response } = open({ reply: { ...base, custody } });
    const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
    const block = (index: number, content_block: unknown, ...deltas: unknown[]) => [
      event({ type: "content_block_start", index, content_block } as { type: string }),
      ...deltas.map((delta) => event({ type: "content_block_delta", index, delta } as { type: string })),
      event({ type: "content_block_stop", index } as { type: string }),
    ];
    response.onHead(200, EVENTS);
    push(
      response,
      messageStart,
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "hm" },
        { type: "signature_delta", signature: "proof" },
      ),
      ...block(
        1,
        { type: "tool_use", id: "toolu_1", name: "f", input: {} },
        { type: "input_json_delta", partial_json: "{}" },
      ),
      messageDelta,
      messageStop,
    );
    response.onEnd();
    expect(custody.find("toolu_1")).toMatchObject({
      dialect: "claude",
      thinking: [{ type: "thinking", text: "hm", signature: "proof" }],
    });
  });
});

describe("a mapped stream with further rounds", () => {
  /** Rounds of which so many ask for another one, and a loop that notes what it is told. */
  function openRounds(pending: number, next?: RoundLoop["next"]) {
    const told: unknown[] = [];
    let left = pending;
    const rounds = {
      isPending: false,
      usage: { input: 9 },
      warnings: [],
      push: (event: StreamEvent) => [event],
    };
    const loop: RoundLoop = {
      rounds: {
        ...rounds,
        get isPending() {
          return left > 0;
        },
        end: () => [],
        flush: () => [],
      },
      searches: [],
      calls: [],
      endRound: (digest) => told.push(["end", digest.bytes]),
      noteUsage: () => told.push(["usage"]),
      next: async () => {
        left -= 1;
        return next?.();
      },
      startRound: ({ digest }) => told.push(["start", digest.bytes]),
      stop: () => told.push(["stop"]),
    };
    const { owner, response } = open({ loop });
    response.onHead(200, EVENTS);
    return { owner, response, told };
  }
  const { length } = wholeStream.join("");

  it("ends after the round that asks for no other", () => {
    const { owner, response, told } = openRounds(0);
    push(response, ...wholeStream);
    response.onEnd();
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
    expect(owner.sentAgain).toEqual([]);
    expect(told).toEqual([["end", length], ["usage"]]);
    expect(response.facts().observed.usage).toEqual({ input: 9 });
    response.release();
    expect(told.at(-1)).toEqual(["stop"]);
  });

  it("stays open while a round asks for another one, which the engine then gets", async () => {
    const request = { method: "POST", path: "/again", headers: [], repeatable: true } as const;
    const { owner, response, told } = openRounds(1, async () => ({
      request,
      digest: { bytes: 5, sha256: "bb" },
    }));
    const sent = new Promise<void>((resolve) => {
      owner.onSendAgain = () => resolve();
    });
    push(response, ...wholeStream);
    response.onEnd();
    expect(owner.isFinished).toBe(false);
    await sent;
    expect(owner.sentAgain).toEqual([{ request, used: { usage: { input: 9 }, searches: [] } }]);
    expect(told).toEqual([["end", length], ["usage"], ["start", 5]]);
    expect(owner.isFinished).toBe(false);
  });

  it("ends if the turn goes to the caller after all, and fails with its loop", async () => {
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const over = openRounds(1);
    push(over.response, ...wholeStream);
    over.response.onEnd();
    await settled();
    expect([over.owner.error, over.owner.sentAgain]).toEqual([undefined, []]);

    const broken = openRounds(1, () => Promise.reject(down));
    push(broken.response, ...wholeStream);
    broken.response.onEnd();
    await settled();
    expect(broken.owner.error).toBe(down);
  });

  it("does nothing more if it is released between two rounds", async () => {
    const gate = Promise.withResolvers<undefined>();
    const { owner, response } = openRounds(1, () => gate.promise);
    push(response, ...wholeStream);
    response.onEnd();
    response.release();
    const { length: written } = owner.log;
    gate.resolve(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect([owner.log.length, owner.isFinished]).toEqual([written, false]);
  });
});

describe("a mapped stream that is framed as a JSON array", () => {
  const gemini = {
    dialect: findDialect("gemini"),
    framing: "array",
    body: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  } as const;

  it("is an array of JSON, and not a stream of events", () => {
    const { owner, response } = open(gemini);
    response.onHead(200, EVENTS);
    push(response, ...wholeStream.slice(0, 3), ping, ...wholeStream.slice(3));
    response.onEnd();
    expect(owner.headers).toEqual([
      "content-type",
      "application/json; charset=utf-8",
      "x-accel-buffering",
      "no",
    ]);
    expect(JSON.parse(owner.text)).toMatchObject([
      { candidates: [{ content: { parts: [{ text: "hello" }] } }] },
      { candidates: [{ finishReason: "STOP" }] },
    ]);
  });

  it("never gets a heartbeat, which would be no part of the array", () => {
    const { owner, response } = open(gemini);
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    const { length } = owner.log;
    response.tick(60_000);
    response.tick(120_000);
    expect(owner.log.length).toBe(length);
  });
});

describe("the heartbeat of a mapped stream", () => {
  function begun() {
    const opened = open();
    opened.response.onHead(200, EVENTS);
    push(opened.response, messageStart, textDelta("a"));
    opened.owner.chunks.length = 0;
    return opened;
  }

  it("comes when the engine was silent for exactly the interval", () => {
    const { owner, response } = begun();
    response.tick(999);
    expect(owner.text).toBe("");
    response.tick(1000);
    expect(owner.text).toBe(KEEP_ALIVE);
    response.tick(1999);
    expect(owner.text).toBe(KEEP_ALIVE);
    response.tick(2000);
    expect(owner.text).toBe(KEEP_ALIVE + KEEP_ALIVE);
  });

  it("is counted from the last write to the caller", () => {
    const { owner, response, clock } = begun();
    clock.time = 900;
    push(response, textDelta("b"));
    owner.chunks.length = 0;
    response.tick(1899);
    expect(owner.text).toBe("");
    response.tick(1900);
    expect(owner.text).toBe(KEEP_ALIVE);
  });

  it("is not put off by events that the caller does not get", () => {
    const { owner, response, clock } = begun();
    clock.time = 900;
    push(response, blockStop);
    response.tick(1000);
    expect(owner.text).toBe(KEEP_ALIVE);
  });

  it("is counted from the beginning of the answer, not from that of the call", () => {
    const { owner, response, clock } = open();
    response.onHead(200, EVENTS);
    clock.time = 5000;
    push(response, messageStart, textDelta("a"));
    owner.chunks.length = 0;
    response.tick(5999);
    expect(owner.text).toBe("");
  });

  it("is a part of the response's digest", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    response.tick(1000);
    expect(owner.text.endsWith(KEEP_ALIVE)).toBe(true);
    expect(response.facts().response).toEqual(digestBody(owner.text));
  });

  it("begins the answer if the engine has begun but is silent, and comes an interval later", () => {
    const { owner, response, clock } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, ping);
    clock.time = 999;
    response.tick(999);
    expect(owner.log).toEqual([]);
    clock.time = 1000;
    response.tick(1000);
    expect(owner.log).toEqual(["head", "write"]);
    expect(owner.text).not.toContain(KEEP_ALIVE);
    response.tick(1999);
    expect(owner.log).toEqual(["head", "write"]);
    response.tick(2000);
    expect(owner.text.endsWith(KEEP_ALIVE)).toBe(true);
  });

  it("neither begins the answer nor starts the interval anew if the engine has sent nothing", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    response.tick(5000);
    expect(owner.log).toEqual([]);
    push(response, messageStart, ping);
    response.tick(5001);
    expect(owner.log).toEqual(["head", "write"]);
  });

  it("does not come if the caller's dialect has none", () => {
    const openai = findDialect("openai");
    const silent = { ...openai, transport: { ...openai.transport, heartbeat: "" } };
    const { owner, response } = open({ dialect: silent });
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    const { length } = owner.log;
    response.tick(9000);
    expect(owner.log.length).toBe(length);
  });

  it("does not come after the end, or while an error answer is read", () => {
    const { owner, response } = begun();
    push(response, messageDelta, messageStop);
    response.onEnd();
    const { length } = owner.log;
    response.tick(9000);
    expect(owner.log.length).toBe(length);

    const failed = open();
    failed.response.onHead(500, JSON_TYPE);
    push(failed.response, "{");
    failed.response.tick(9000);
    expect(failed.owner.log).toEqual([]);
  });
});

describe("a mapped stream that fails before its first content", () => {
  it("is left to another engine after an error event, and sends nothing", () => {
    const { owner, response } = open({ engineMembers: { conceal } }, { takesOver: true });
    response.onHead(200, EVENTS);
    expect(push(response, messageStart, errorEvent("sesame is busy"))).toEqual([true, true]);
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]).toMatchObject({
      code: "backend_unavailable",
      message: "[redacted] is busy",
      details: { engine_status: null },
    });
    expect(push(response, textDelta("late"))).toEqual([true]);
    response.onEnd();
    response.onFailure(down);
    response.tick(9000);
    expect(owner.log).toEqual(["fallBack"]);
    expect(response.facts()).toMatchObject({
      observed: { end: "failed" },
      upstreamResponse: digestBody(messageStart + errorEvent("sesame is busy") + textDelta("late")),
      response: undefined,
    });
  });

  it("finishes the call with the engine's error if nobody takes over", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, errorEvent("slow down", "rate_limit_error"));
    expect(owner.log).toEqual(["fallBack", "finished"]);
    expect(owner.error).toMatchObject({ code: "backend_rate_limited", message: "slow down" });
  });

  it("fails if it ends without its last event", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "finished"]);
    expect(owner.error?.code).toBe("stream_closed");
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "finished"]);
  });

  it("fails with the failure of the connection, or is left to another engine", () => {
    const ended = open();
    ended.response.onFailure(down);
    expect([ended.owner.log, ended.owner.error]).toEqual([["fallBack", "finished"], down]);
    ended.response.onFailure(down);
    ended.response.onEnd();
    expect(ended.owner.log).toEqual(["fallBack", "finished"]);

    const taken = open({}, { takesOver: true });
    taken.response.onHead(200, EVENTS);
    push(taken.response, messageStart);
    taken.response.onFailure(down);
    expect([taken.owner.log, taken.owner.offered]).toEqual([["fallBack"], [down]]);
    expect(taken.response.facts().observed).not.toHaveProperty("end");
  });
});

describe("a mapped stream that fails after its first content", () => {
  it("ends with an error event in the caller's dialect, and nobody takes over", () => {
    const { owner, response } = open({}, { takesOver: true });
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    response.onFailure(down);
    expect(owner.log).toEqual(["head", "write", "write", "end", "finished"]);
    expect(owner.chunks.at(-1)?.toString()).toContain("the engine fell silent");
    expect(owner.error).toBe(down);
    expect(response.facts()).toMatchObject({
      observed: { end: "failed" },
      response: digestBody(owner.text),
    });
  });

  it("passes the engine's error event on without the engine's secrets, in the stream and in the error", () => {
    const { owner, response } = open({ engineMembers: { conceal } });
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"), errorEvent("the key sesame expired"));
    response.onEnd();
    expect(owner.text).toContain("the key [redacted] expired");
    expect(owner.text).not.toContain("sesame");
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
    expect(owner.error).toMatchObject({
      code: "backend_unavailable",
      message: "the key [redacted] expired",
      details: { engine_status: null },
    });
  });

  it("does not conceal words of the answer itself", () => {
    const { owner, response } = open({ engineMembers: { conceal } });
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("open sesame"));
    expect(contentOf(owner.text)).toBe("open sesame");
  });

  it("ends with an error event if its last event is missing", () => {
    const { owner, response } = open();
    response.onHead(200, EVENTS);
    push(response, messageStart, textDelta("a"));
    response.onEnd();
    expect(owner.log).toEqual(["head", "write", "write", "end", "finished"]);
    expect(owner.error?.code).toBe("stream_closed");
    expect(owner.error?.details).toEqual({});
  });
});

describe("an error answer to a request for a stream", () => {
  const body = JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "bad" } });

  it("is a whole answer in the caller's dialect, with the retry headers", () => {
    const { owner, response } = open({ translation });
    response.onHead(400, [...JSON_TYPE, "retry-after", "4"]);
    expect(push(response, body.slice(0, 4), body.slice(4))).toEqual([true, true]);
    expect(owner.log).toEqual([]);
    response.onEnd();
    expect(owner.log).toEqual(["head", "end", "finished"]);
    expect(owner.status).toBe(400);
    expect(owner.headers).toEqual([
      ...JSON_TYPE,
      "content-length",
      String(owner.text.length),
      "x-should-retry",
      "false",
      "retry-after",
      "4",
      "x-abp-loss",
      "disclosed $.seed",
    ]);
    expect(owner.json).toMatchObject({ error: { message: "bad" } });
    expect(owner.error).toMatchObject({
      code: "validation_failed",
      message: "bad",
      details: { engine_status: 400 },
    });
    expect(response.facts()).toMatchObject({
      observed: {},
      upstreamResponse: digestBody(body),
      response: digestBody(owner.text),
    });
    expect(response.facts().mapping).toMatchObject([report, { direction: "error", from: "claude" }]);
  });

  it("is not read as a stream, even if its body has events", () => {
    const { owner, response } = open();
    response.onHead(500, EVENTS);
    expect(push(response, ...wholeStream)).not.toContain(false);
    expect(owner.log).toEqual([]);
    response.onEnd();
    expect([owner.log, owner.status]).toEqual([["fallBack", "head", "end", "finished"], 500]);
    expect(response.facts().observed).toEqual({});
  });

  it("ends the call, so that a later failure changes nothing", () => {
    const { owner, response } = open();
    response.onHead(400, JSON_TYPE);
    push(response, body);
    response.onEnd();
    response.onFailure(down);
    response.tick(9000);
    expect(owner.log).toEqual(["head", "end", "finished"]);
  });

  it("is left to another engine if its status allows it", () => {
    const { owner, response } = open({}, { takesOver: true });
    response.onHead(503, JSON_TYPE);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack"]);
    expect(owner.offered[0]).toMatchObject({ code: "backend_unavailable", details: { engine_status: 503 } });
    expect(response.facts().response).toBeUndefined();
  });

  it("is written if its status allows a fallback but nobody takes over", () => {
    const { owner, response } = open();
    response.onHead(429, JSON_TYPE);
    push(response, body);
    response.onEnd();
    expect(owner.log).toEqual(["fallBack", "head", "end", "finished"]);
  });

  it("is never left to another engine if it concerns the request, or the caller's own key", () => {
    for (const [status, usesCallerKey] of [[404, false] as const, [403, true] as const]) {
      const { owner, response } = open({ engineMembers: { usesCallerKey } }, { takesOver: true });
      response.onHead(status, JSON_TYPE);
      response.onEnd();
      expect(owner.log).toEqual(["head", "end", "finished"]);
    }
  });

  it("does not repeat the engine's secrets", () => {
    const { owner, response } = open({ engineMembers: { conceal } });
    response.onHead(400, JSON_TYPE);
    push(response, body.replace("bad", "sesame"));
    response.onEnd();
    expect(owner.json).toMatchObject({ error: { message: "[redacted]" } });
  });

  it("is read up to 1 MiB; the rest counts only in the digest", () => {
    const fits = open();
    const padded = body.padEnd(MEBIBYTE, " ");
    fits.response.onHead(400, JSON_TYPE);
    push(fits.response, padded);
    fits.response.onEnd();
    expect(fits.owner.error?.message).toBe("bad");

    const larger = open();
    larger.response.onHead(400, JSON_TYPE);
    expect(push(larger.response, `${padded} `)).toEqual([true]);
    larger.response.onEnd();
    expect(larger.owner.error?.message).not.toBe("bad");
    expect(larger.owner.status).toBe(400);
    expect(larger.response.facts().upstreamResponse?.bytes).toBe(MEBIBYTE + 1);
  });

  it("takes its body from the budget of all calls, and returns it when released", () => {
    const heldBytes = new ByteBudget(MEBIBYTE);
    const { response } = open({ heldBytes });
    response.onHead(400, JSON_TYPE);
    push(response, body);
    expect(heldBytes.used).toBe(body.length);
    response.release();
    expect(heldBytes.used).toBe(0);

    const stream = open({ heldBytes }).response;
    stream.onHead(399, EVENTS);
    push(stream, messageStart);
    expect(heldBytes.used).toBe(0);
    stream.release();
    expect(heldBytes.used).toBe(0);
  });
});
