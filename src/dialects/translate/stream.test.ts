import { describe, expect, it } from "vitest";
import { findStreamFaults, openGrammar } from "../../../test/dialects/stream-grammar/index.ts";
import { AbpError, type Block, type StreamEvent } from "../../contract/index.ts";
import { expand } from "../expand.ts";
import { IdMap } from "../id-map.ts";
import { dialects, findDialect } from "../registry/lookup.ts";
import { memoryCustody } from "./custody.ts";
import type { ReplyOptions } from "./reply.ts";
import { isContent, StreamTranslator } from "./stream.ts";

const ids = new IdMap();
const memory = {
  ids,
  tools: { custom: new Set<string>(), namespaced: new Map() },
  streams: true,
  streamUsage: true,
  model: "m",
};
const options: ReplyOptions = { memory, id: "reply_1", created: 1 };
const claude = findDialect("claude");
const gemini = findDialect("gemini");

const reply = {
  id: "r1",
  model: "engine-model",
  candidates: [
    {
      index: 0,
      content: [{ type: "text" as const, text: "Hello" }],
      stop: { reason: "max_tokens" as const },
    },
  ],
  usage: { input: 3, output: 5 },
};

/** The events of a reply, framed one by one. */
function framesOf(id: string): string[] {
  const frames: string[] = [];
  const writer = findDialect(id).openWriter({ ids, id: "r1", model: "m", created: 1, usage: true });
  for (const event of expand(reply)) writer.push(event, (text) => frames.push(text));
  return frames;
}

describe("a stream under translation", () => {
  it.each(dialects.map(({ id }) => id))("says how far it is, from %s", (id) => {
    const translator = new StreamTranslator(findDialect(id), claude, options);
    let before = "";
    for (const frame of framesOf(id)) {
      before += translator.push(Buffer.from(frame));
      if (before.includes("content_block")) expect(translator.hasContent).toBe(true);
    }
    before += translator.end();
    const { hasContent, isComplete, failure, usage, model, stop } = translator;
    expect({ hasContent, isComplete, failure, usage, model, stop: stop?.reason }).toMatchObject({
      hasContent: true,
      isComplete: true,
      failure: undefined,
      usage: { input: 3, output: 5 },
      model: "engine-model",
      stop: "max_tokens",
    });
    expect(translator.id).toBe("r1");
    expect(translator.fail(new AbpError("backend_timeout", "late"))).toBe("");
  });

  it.each(dialects.map(({ id }) => id))(
    "H10: can be ended with an error that %s callers can read, once",
    (id) => {
      const translator = new StreamTranslator(claude, findDialect(id), options);
      let begun = "";
      for (const frame of framesOf("claude").slice(0, 3)) begun += translator.push(Buffer.from(frame));
      const text = translator.fail(new AbpError("backend_timeout", "the engine fell silent"));
      expect(text).toContain("the engine fell silent");
      expect(translator.failure).toMatchObject({ code: "backend_timeout" });
      expect(translator.isComplete).toBe(false);
      const after =
        translator.fail(new AbpError("internal", "again")) + translator.push(Buffer.from("data: {}\n\n"));
      expect(after + translator.end()).toBe("");
      expect(findStreamFaults(id, begun + text)).toEqual([]);
    },
  );

  it("has no content before the answer itself, and keeps the error of one that was cut off", () => {
    const translator = new StreamTranslator(claude, claude, options);
    translator.push(Buffer.from(framesOf("claude")[0]!));
    expect(translator.hasContent).toBe(false);
    translator.end();
    expect(translator.failure).toMatchObject({ type: "error", code: "stream_closed" });
  });

  it("keeps why the first of several answers stopped, and the first error", () => {
    const openai = findDialect("openai");
    const chunk = (index: number, reason: string) =>
      `data: ${JSON.stringify({ id: "r", choices: [{ index, delta: {}, finish_reason: reason }] })}\n\n`;
    const translator = new StreamTranslator(openai, openai, options);
    translator.push(Buffer.from(`${chunk(0, "length")}${chunk(1, "stop")}data: [DONE]\n\n`));
    translator.end();
    expect(translator.stop?.reason).toBe("max_tokens");
    const error = (message: string) => `data: ${JSON.stringify({ error: { message } })}\n\n`;
    const failing = new StreamTranslator(openai, openai, options);
    failing.push(Buffer.from(error("first") + error("second")));
    expect(failing.failure?.message).toBe("first");
  });

  it("counts the engine's events, and tells each event that it writes", () => {
    const told: string[] = [];
    const onEvent = ({ type }: StreamEvent) => told.push(type);
    const translator = new StreamTranslator(claude, claude, { ...options, onEvent });
    const frames = framesOf("claude");
    translator.push(Buffer.from(frames.join("")));
    expect(translator.events).toBe(frames.join("").match(/^data: /gm)!.length);
    expect(told).toEqual(
      expect.arrayContaining(["reply_start", "text_delta", "candidate_stop", "reply_stop"]),
    );
  });

  it("goes through a rewriter between reading and writing", () => {
    const rewriter = {
      push: (event: StreamEvent): readonly StreamEvent[] =>
        event.type === "text_delta" ? [{ ...event, text: event.text.toUpperCase() }] : [event],
      end: () => [],
    };
    const translator = new StreamTranslator(claude, findDialect("openai"), { ...options, rewriter });
    const text = translator.push(Buffer.from(framesOf("claude").join(""))) + translator.end();
    expect(text).toContain("HELLO");
    expect(text).not.toContain("Hello");
  });

  it("ends in an error if the rewriter cannot go on", () => {
    const rewriter = {
      push: (event: StreamEvent): readonly StreamEvent[] => {
        if (event.type === "candidate_stop") throw new AbpError("capability_emulation_failed", "no JSON");
        return [event];
      },
      end: () => [],
    };
    const translator = new StreamTranslator(claude, claude, { ...options, rewriter });
    const text = translator.push(Buffer.from(framesOf("claude").join(""))) + translator.end();
    expect(text.match(/^event: error$/gm)).toHaveLength(1);
    expect(text).not.toContain("message_stop");
  });
});

describe("a stream that is reopened", () => {
  /** Holds the end of the first stream back, so that the second goes on with the answer. */
  function joiner() {
    let round = 0;
    return {
      get isHolding() {
        return round < 2;
      },
      push: (event: StreamEvent): readonly StreamEvent[] => {
        if (round === 0) return /_stop$/.test(event.type) && event.type !== "block_stop" ? [] : [event];
        if (event.type === "reply_start") return [];
        return ["block" in event ? { ...event, block: event.block + 1 } : event];
      },
      end: () => {
        round++;
        return [];
      },
    };
  }

  it.each(dialects.map(({ id }) => id))("goes on with the answer, from %s", (id) => {
    const rewriter = joiner();
    const settings = { ...options, rewriter };
    const translator = new StreamTranslator(findDialect(id), claude, settings);
    const bytes = Buffer.from(framesOf(id).join(""));
    const first = translator.push(bytes) + translator.end();
    expect(first).not.toContain("message_stop");
    expect(translator.isComplete).toBe(false);
    translator.reopen();
    const second = translator.push(bytes) + translator.end();
    expect(second).not.toContain("message_start");
    expect((first + second).match(/Hello/g)).toHaveLength(2);
    expect((first + second).match(/^event: message_stop$/gm)).toHaveLength(1);
    expect(translator.isComplete).toBe(true);
    expect(findStreamFaults("claude", first + second)).toEqual([]);
  });

  it("forgets half a frame of the stream before", () => {
    const translator = new StreamTranslator(claude, claude, { ...options, rewriter: joiner() });
    translator.push(Buffer.from(`${framesOf("claude").join("")}data: {"type":`));
    translator.end();
    translator.reopen();
    expect(translator.push(Buffer.from(framesOf("claude").join("")))).toContain("Hello");
    translator.end();
    expect(translator.failure).toBeUndefined();
  });
});

describe("a stream that is one JSON array", () => {
  const elements = framesOf("gemini").map((frame) => JSON.parse(frame.slice(6)) as unknown);
  const array = Buffer.from(JSON.stringify(elements, null, 1));

  it("is read as it comes", () => {
    const whole = new StreamTranslator(gemini, claude, options);
    const expected = whole.push(Buffer.from(framesOf("gemini").join(""))) + whole.end();
    const translator = new StreamTranslator(gemini, claude, { ...options, framing: { engine: "array" } });
    let text = "";
    for (let at = 0; at < array.length; at += 7) text += translator.push(array.subarray(at, at + 7));
    expect(text + translator.end()).toBe(expected);
    expect(translator.isComplete).toBe(true);
  });

  it("ends in an error when it is cut off", () => {
    const translator = new StreamTranslator(gemini, claude, { ...options, framing: { engine: "array" } });
    translator.push(array.subarray(0, array.length - 20));
    expect(translator.end()).toContain("event: error");
    expect(translator.failure?.code).toBe("stream_closed");
  });

  it("is written as it comes, whole and when it fails", () => {
    const framing = { caller: "array" as const };
    const translator = new StreamTranslator(claude, gemini, { ...options, framing });
    let text = "";
    for (const frame of framesOf("claude")) text += translator.push(Buffer.from(frame));
    text += translator.end();
    const written = JSON.parse(text) as { candidates?: { content?: { parts: { text: string }[] } }[] }[];
    const texts = written.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    expect(texts.map((part) => part.text).join("")).toBe("Hello");
    const grammar = openGrammar("gemini");
    for (const element of written) grammar.push(JSON.stringify(element), undefined);
    expect(grammar.end()).toEqual([]);

    const failing = new StreamTranslator(claude, gemini, { ...options, framing });
    const start = failing.push(Buffer.from(framesOf("claude").slice(0, 3).join("")));
    const ended = start + failing.fail(new AbpError("backend_timeout", "late")) + failing.end();
    expect((JSON.parse(ended) as object[]).at(-1)).toMatchObject({ error: { message: "late" } });
  });
});

/** The stream of a reply in a dialect, as one text. */
function streamOf(id: string, content: readonly Block[], usage = { input: 1, output: 1 }): Buffer {
  let text = "";
  const writer = findDialect(id).openWriter({ ids, id: "r1", model: "m", created: 1, usage: true });
  const candidates = [{ index: 0, content: [...content], stop: { reason: "tool_use" as const } }];
  for (const event of expand({ id: "r1", model: "m", candidates, usage }))
    writer.push(event, (piece) => {
      text += piece;
    });
  return Buffer.from(text);
}

describe("the reasoning of a stream", () => {
  const call: Block = { type: "tool_use", id: "call_1", name: "f", kind: "function", input: { a: 1 } };
  const thinking: Block = { type: "thinking", text: "hm", signature: "sig" };

  it("is held for its calls if the caller's dialect cannot carry it", () => {
    const custody = memoryCustody();
    const translator = new StreamTranslator(claude, findDialect("openai"), { ...options, custody });
    translator.push(streamOf("claude", [thinking, { type: "text", text: "words" }, call]));
    expect(custody.find("call_1")).toBeUndefined();
    translator.end();
    expect(custody.find("call_1")).toEqual({ dialect: "claude", thinking: [thinking] });
  });

  it("is held anew for each stream of an answer", () => {
    const custody = memoryCustody();
    const rewriter = { isHolding: true, push: () => [], end: () => [] };
    const settings = { ...options, custody, rewriter };
    const translator = new StreamTranslator(claude, findDialect("openai"), settings);
    translator.push(streamOf("claude", [thinking, call]));
    translator.end();
    translator.reopen();
    const later: Block = { ...thinking, text: "more", signature: "sig2" };
    translator.push(streamOf("claude", [later, { ...call, id: "call_2" }]));
    translator.end();
    expect(custody.find("call_1")).toEqual({ dialect: "claude", thinking: [thinking] });
    expect(custody.find("call_2")).toEqual({ dialect: "claude", thinking: [later] });
  });

  it("is not held for a call of our own tool", () => {
    const custody = memoryCustody();
    const settings = { ...options, custody, ownTool: "own_search" };
    const translator = new StreamTranslator(claude, findDialect("openai"), settings);
    translator.push(streamOf("claude", [thinking, call, { ...call, id: "call_own", name: "own_search" }]));
    translator.end();
    expect(custody.find("call_1")).toEqual({ dialect: "claude", thinking: [thinking] });
    expect(custody.find("call_own")).toBeUndefined();
  });

  it("is not held if the caller's dialect carries it", () => {
    const custody = memoryCustody();
    const translator = new StreamTranslator(claude, claude, { ...options, custody });
    translator.push(streamOf("claude", [thinking, call]));
    translator.end();
    expect(custody.find("call_1")).toBeUndefined();
  });
});

describe("the report of a stream", () => {
  function losses(content: readonly Block[], from = "claude", to = "openai"): string[] {
    const translator = new StreamTranslator(findDialect(from), findDialect(to), options);
    translator.push(streamOf(from, content));
    translator.end();
    const report = translator.report();
    expect(report).toMatchObject({ from, to, direction: "stream" });
    return report.entries
      .filter(({ disposition }) => disposition !== "mapped")
      .map(({ path, feature }) => `${path} ${feature}`);
  }

  it("names each lost feature once for each place, however many events have it", () => {
    const thinking: Block = { type: "thinking", text: "hm", signature: "sig" };
    expect(losses([thinking, thinking, { type: "redacted_thinking", data: "d" }])).toEqual([
      "$.content[0].signature thinking.signature",
      "$.content[1].signature thinking.signature",
      "$.content[2].data thinking.redacted",
    ]);
    expect(losses([{ type: "text", text: "x" }])).toEqual([]);
  });

  it("leaves out the calls of our own tool, in each stream of its own", () => {
    const signed = (name: string): Block => ({
      type: "tool_use",
      id: `call_${name}`,
      name,
      kind: "function",
      input: {},
      signature: "s",
    });
    const calls = [signed("own"), signed("f")];
    const rewriter = { isHolding: true, push: () => [], end: () => [] };
    const lostWith = (more: Partial<ReplyOptions>, ...streams: Block[][]) => {
      const translator = new StreamTranslator(gemini, claude, { ...options, rewriter, ...more });
      for (const [round, content] of streams.entries()) {
        if (round > 0) translator.reopen();
        translator.push(streamOf("gemini", content));
        translator.end();
      }
      const { entries } = translator.report();
      return entries.filter(({ feature }) => feature?.startsWith("tool_use")).map(({ path }) => path);
    };
    const all = lostWith({}, calls);
    const [ofFirst, ofSecond] = [0, 1].map((at) => all.filter((path) => path.includes(`parts[${at}]`)));
    expect([ofFirst!.length > 0, ofSecond!.length > 0]).toEqual([true, true]);
    expect(lostWith({ ownTool: "own" }, calls)).toEqual(ofSecond);
    expect(lostWith({ ownTool: "other" }, calls)).toEqual(all);
    // The blocks of another stream have the same numbers.
    expect(lostWith({ ownTool: "own" }, calls.slice(0, 1), [signed("f")])).toEqual(ofFirst);
  });

  it("names features of single events: signatures, citations, log probabilities and unknown events", () => {
    const citation = { kind: "char_location", text: "t", title: "d", start: 0, end: 1 };
    const cited: Block[] = [
      { type: "text", text: "x", citations: [{ ...citation, url: "https://a.example" }] },
    ];
    expect(losses(cited, "claude", "openai")).toEqual([]);
    expect(losses([{ type: "text", text: "x", citations: [citation] }], "claude", "openai")).toEqual([
      "$.content[0].citations citation",
    ]);
    const entries = (events: readonly string[], from: string, to: string) => {
      const translator = new StreamTranslator(findDialect(from), findDialect(to), options);
      for (const data of events) translator.push(Buffer.from(`data: ${data}\n\n`));
      translator.end();
      return translator.report().entries.map(({ feature, disposition }) => `${feature} ${disposition}`);
    };
    const chunk = (choice: object, more: object = {}) =>
      JSON.stringify({ id: "r", choices: [{ index: 0, ...choice }], ...more });
    const found = entries(
      [
        chunk(
          { delta: { content: "x", odd: 1 }, logprobs: { content: [{ token: "x" }] } },
          { system_fingerprint: "f" },
        ),
        chunk({ delta: {}, finish_reason: "stop" }),
        "[DONE]",
      ],
      "openai",
      "claude",
    );
    expect(found).toEqual([
      "id mapped",
      "vendor disclosed",
      "text mapped",
      "logprobs disclosed",
      "stop.end_turn mapped",
      "vendor disclosed",
    ]);
    const start = {
      type: "message_start",
      message: { id: "m", model: "m", usage: { input_tokens: 1, output_tokens: 1 } },
    };
    expect(entries([JSON.stringify(start), '{"type":"odd_event"}'], "claude", "openai")).toEqual([
      "id mapped",
      "model mapped",
      "usage.input mapped",
      "usage.output mapped",
      "opaque disclosed",
    ]);
  });
});

describe("an event of a stream", () => {
  it("is a part of the answer unless it only frames it", () => {
    const at = { candidate: 0, block: 0 };
    const framing: StreamEvent[] = [
      { type: "reply_start" },
      { type: "usage", usage: {} },
      { type: "reply_stop" },
      { type: "ping" },
      { type: "opaque", dialect: "claude", kind: "k", value: {} },
      { type: "logprobs", candidate: 0, value: [] },
      { type: "block_start", ...at, content: { type: "text", text: "" } },
    ];
    const answering: StreamEvent[] = [
      { type: "block_start", ...at, content: { type: "text", text: "x" } },
      {
        type: "block_start",
        ...at,
        content: { type: "tool_use", id: "c", name: "f", kind: "function", input: {} },
      },
      { type: "text_delta", ...at, text: "x" },
      { type: "input_delta", ...at, text: "x" },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
      { type: "error", code: "internal", message: "x" },
    ];
    expect(framing.map(isContent)).toEqual(framing.map(() => false));
    expect(answering.map(isContent)).toEqual(answering.map(() => true));
  });
});

describe("a stream whose rewriter holds events back", () => {
  it("stays open after its end until they are released", () => {
    const held: StreamEvent[] = [];
    const rewriter = {
      isHolding: true,
      push: (event: StreamEvent) => {
        if (event.type === "reply_start") return [event];
        held.push(event);
        return [];
      },
      end: () => [],
      flush: () => (rewriter.isHolding ? [] : held.splice(0)),
    };
    const translator = new StreamTranslator(gemini, claude, { ...options, rewriter });
    let text = translator.push(Buffer.from(framesOf("gemini").join("")));
    text += translator.end() + translator.flush();
    expect([translator.isComplete, text.includes("Hello"), text.includes("message_stop")]).toEqual([
      false,
      false,
      false,
    ]);
    rewriter.isHolding = false;
    text += translator.flush();
    expect([translator.isComplete, text.includes("Hello"), text.includes("message_stop")]).toEqual([
      true,
      true,
      true,
    ]);
    expect(translator.flush()).toBe("");
  });

  it("can still end with an error", () => {
    const rewriter = { isHolding: true, push: () => [], end: () => [], flush: () => [] };
    const translator = new StreamTranslator(gemini, claude, { ...options, rewriter });
    translator.push(Buffer.from(framesOf("gemini").join("")));
    translator.end();
    expect(translator.fail(new AbpError("policy_denied", "no such tool"))).toContain("no such tool");
    expect(translator.flush()).toBe("");
  });

  /** Holds every event until the test releases it. */
  function holder() {
    const held: StreamEvent[] = [];
    const rewriter = {
      isHolding: true,
      push: (event: StreamEvent) => {
        held.push(event);
        return [];
      },
      end: () => [],
      flush: () => (rewriter.isHolding ? [] : held.splice(0)),
    };
    return rewriter;
  }

  it("ends the array of its caller once, after what was held", () => {
    const rewriter = holder();
    const settings = { ...options, rewriter, framing: { caller: "array" as const } };
    const translator = new StreamTranslator(claude, gemini, settings);
    const bytes = Buffer.from(framesOf("claude").join(""));
    expect(translator.push(bytes) + translator.flush() + translator.end() + translator.flush()).toBe("");
    translator.reopen();
    rewriter.isHolding = false;
    const first = translator.flush();
    expect(first).toContain("Hello");
    expect(() => JSON.parse(first)).toThrow();
    rewriter.isHolding = true;
    translator.push(bytes);
    expect(translator.end()).toBe("");
    rewriter.isHolding = false;
    expect(JSON.parse(first + translator.flush())).toEqual(expect.any(Array));
    expect(translator.flush()).toBe("");
  });

  it.each(dialects.map(({ id }) => id))("writes nothing of it after an error, for %s", (id) => {
    const rewriter = holder();
    const translator = new StreamTranslator(gemini, findDialect(id), { ...options, rewriter });
    translator.push(Buffer.from(framesOf("gemini").join("")));
    expect(translator.fail(new AbpError("policy_denied", "no such tool"))).toContain("no such tool");
    rewriter.isHolding = false;
    expect(translator.flush() + translator.end()).toBe("");
  });

  it("flushes nothing if it has no rewriter", () => {
    expect(new StreamTranslator(gemini, claude, options).flush()).toBe("");
  });
});
