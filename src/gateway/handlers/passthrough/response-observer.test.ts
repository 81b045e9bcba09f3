import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { joinObservations, ResponseObserver } from "./response-observer.ts";

const claude = findDialect("claude");
const openai = findDialect("openai");

function observe(dialect: typeof claude, isStream: boolean, pieces: readonly string[]) {
  const observer = new ResponseObserver(dialect, isStream);
  for (const piece of pieces) observer.push(Buffer.from(piece));
  return observer.finish();
}

const filler = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${"x".repeat(200)}${index}"}}\n\n`,
  );
const start = `event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","model":"claude-x","usage":{"input_tokens":7,"output_tokens":1}}}\n\n`;
const end = `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":42}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`;

describe("an answer that passes is observed", () => {
  it("with the digest of exactly its bytes, however they are cut", () => {
    const text = start + filler(1000).join("") + end;
    const sha256 = createHash("sha256").update(text).digest("hex");
    for (const size of [1, 7, 1000, 70_000, text.length]) {
      const pieces: string[] = [];
      for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
      const { digest } = observe(claude, true, size === 1 ? [...text.slice(0, 0), ...pieces] : pieces);
      expect([size, digest]).toEqual([size, { bytes: text.length, sha256 }]);
    }
  });

  it("with usage from its first and last events, in a short stream and in a long one", () => {
    for (const count of [0, 10, 2000]) {
      const { observation } = observe(claude, true, [start, ...filler(count), end]);
      expect(observation).toMatchObject({
        id: "msg_1",
        model: "claude-x",
        end: "complete",
        usage: { input: 7, output: 42 },
      });
    }
  });

  it("with its end, however odd its framing is, in a short stream and in a long one", () => {
    const odd = [
      (text: string) => text.replaceAll("\n", "\r"),
      (text: string) => text.replaceAll("\n", "\r\n"),
      (text: string) => text.replaceAll('"message_stop"', '"message\\u005fstop"'),
      (text: string) => text.replaceAll(/^data: \{/gm, "data: {\ndata: "),
      (text: string) => `\uFEFF${text}`,
    ];
    for (const change of odd) {
      for (const count of [0, 400]) {
        const text = change([start, ...filler(count), end].join(""));
        const pieces = text.match(/[\s\S]{1,5000}/g)!;
        expect([count, observe(claude, true, pieces).observation.end]).toEqual([count, "complete"]);
        expect(observe(claude, true, pieces.slice(0, -1)).observation.end).toBeUndefined();
      }
    }
  });

  it("with its first event, also if the stream is larger than the largest event that is read", () => {
    const { observation, digest } = observe(claude, true, [start, ...filler(6000), end]);
    expect(digest.bytes).toBeGreaterThan(1024 * 1024);
    expect(observation).toMatchObject({ id: "msg_1", model: "claude-x", usage: { input: 7, output: 42 } });
  });

  it("with a last line that has no line feed", () => {
    const last = 'data: {"type":"message_delta","delta":{},"usage":{"output_tokens":99}}';
    const { observation } = observe(claude, true, [start, end, last]);
    expect(observation).toMatchObject({ end: "complete", usage: { output: 99 } });
  });

  it("with no end if the last event is missing", () => {
    expect(observe(claude, true, [start, ...filler(10)]).observation.end).toBeUndefined();
  });

  it("with a failure that a later event does not take back", () => {
    const error = `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n`;
    expect(observe(claude, true, [start, error]).observation.end).toBe("failed");
  });

  it("where every chunk has a usage of null until the last", () => {
    const chunk = (more: string) =>
      `data: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":null}],"usage":null${more}}\n\n`;
    const last = `data: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}\n\ndata: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}\n\ndata: [DONE]\n\n`;
    expect(
      observe(openai, true, [...Array.from({ length: 500 }, () => chunk("")), last]).observation,
    ).toMatchObject({
      end: "complete",
      usage: { input: 3, output: 4 },
    });
  });

  it("as a whole body, and not at all if it is no JSON", () => {
    const body = JSON.stringify({
      id: "msg_2",
      type: "message",
      model: "m",
      content: [],
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 2 },
    });
    expect(observe(claude, false, [body.slice(0, 10), body.slice(10)])).toMatchObject({
      observation: { usage: { output: 2 } },
      value: { id: "msg_2" },
    });
    expect(observe(claude, false, ["<html>"])).toMatchObject({
      observation: {},
      value: undefined,
      digest: { bytes: 6 },
    });
  });

  it("without holding more than a window of a long body", () => {
    const { digest, value } = observe(
      claude,
      false,
      Array.from({ length: 40 }, () => "y".repeat(65_536)),
    );
    expect([digest.bytes, value]).toEqual([40 * 65_536, undefined]);
  });
});

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const message = {
  id: "msg_2",
  type: "message",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 2 },
};

describe("a body that is no stream", () => {
  it.each([
    [MEBIBYTE, "msg_2"],
    [MEBIBYTE + 1, undefined],
  ])("of %s bytes is read up to 1 MiB, and hashed at any size", (size, id) => {
    const body = JSON.stringify(message).padEnd(size, " ");
    for (const cut of [size, size - 1, 1000]) {
      const { observation, digest } = observe(claude, false, [body.slice(0, cut), body.slice(cut)]);
      expect([observation.id, digest]).toEqual([id, digestBody(body)]);
    }
  });

  it("stays unread once it was too large, and every later chunk is hashed", () => {
    const chunk = " ".repeat(MEBIBYTE);
    const { digest, value } = observe(claude, false, [chunk, " ", JSON.stringify(message), "!"]);
    expect([value, digest]).toEqual([undefined, digestBody(`${chunk} ${JSON.stringify(message)}!`)]);
  });

  it("is read element by element if it is an array; what is no object is passed over", () => {
    const gemini = findDialect("gemini");
    const chunk = (tokens: number, more = {}) => ({
      responseId: "r",
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: tokens, totalTokenCount: 3 + tokens },
      ...more,
    });
    const done = chunk(5, { candidates: [{ finishReason: "STOP" }] });
    const { observation, value } = observe(gemini, false, [JSON.stringify([chunk(1), 7, null, done])]);
    expect(observation).toMatchObject({ id: "r", end: "complete", usage: { output: 5 } });
    expect(value).toHaveLength(4);
  });

  it("has no observation if it is JSON but no object", () => {
    expect(observe(claude, false, ["7"])).toMatchObject({ observation: {}, value: 7 });
    expect(observe(claude, false, [])).toEqual({
      observation: {},
      value: undefined,
      digest: digestBody(""),
      ending: "incomplete",
    });
  });
});

describe("a stream", () => {
  it("has no value, because its events are not kept", () => {
    expect(observe(claude, true, [start, end]).value).toBeUndefined();
  });

  it("is observed in its first event and in its last four, in one window or in several", () => {
    const usage = (members: object) =>
      `data: ${JSON.stringify({ type: "message_delta", usage: members })}\n\n`;
    const cached = usage({ cache_read_input_tokens: 9 });
    const others = Array.from({ length: 3 }, (_, index) => usage({ output_tokens: index }));
    for (const count of [0, 1000]) {
      const { observation } = observe(claude, true, [
        start,
        ...filler(count),
        ...Array.from({ length: 10 }, () => usage({ output_tokens: 100 })),
        cached,
        ...others,
      ]);
      expect(observation).toMatchObject({ id: "msg_1", usage: { input: 7, output: 2, cacheRead: 9 } });
    }
  });

  it("is complete only by fields that are data", () => {
    for (const line of ['junk:{"type":"message_stop"}', ':{"type":"message_stop"}']) {
      expect(observe(claude, true, [start, `${line}\n\n`]).observation.end).toBeUndefined();
    }
  });

  it("is complete without the line feeds after its last event", () => {
    for (const last of ['data: {"type":"message_stop"}', 'data:{"type":"message_stop"}\n']) {
      expect(observe(claude, true, [start, last]).observation.end).toBe("complete");
    }
    const cut = `${start.replaceAll("\n", "\r")}data: {"type":"message_stop"}`;
    expect(observe(claude, true, [cut]).observation.end).toBe("complete");
  });

  it("is complete by a large last event in an odd form, wherever it is cut", () => {
    // The name of the type is escaped, so that only the slow reader finds the end.
    const type = JSON.stringify("message_stop").replace("_", "\\u005f");
    for (const feed of ["\n", "\r\n"]) {
      const text = `${start}data: {"type":${type},"more":"${"x".repeat(300_000)}"}${feed}${feed}`;
      for (const size of [1000, 16_384, 25_000, 40_000, 70_000, text.length]) {
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
        const { observation, ending } = observe(claude, true, pieces);
        expect([size, observation.end, ending]).toEqual([size, "complete", "complete"]);
      }
    }
  });

  it("failed if only the name of its last event says so", () => {
    const failed = 'event: error\ndata: {"message":"busy"}\n\n';
    expect(observe(claude, true, [start, failed]).observation.end).toBe("failed");
    expect(observe(claude, true, [start, ...filler(1000), failed]).observation.end).toBe("failed");
  });

  it("is read if a byte of it is no UTF-8", () => {
    const observer = new ResponseObserver(claude, true);
    observer.push(Buffer.from(start.replaceAll("\n", "\r")));
    observer.push(Uint8Array.of(0x3a, 0xff, 0x0d));
    observer.push(Buffer.from(end.replaceAll("\n", "\r")));
    expect(observer.finish().observation).toMatchObject({ end: "complete", usage: { output: 42 } });
  });

  it("passes over an event that is no JSON", () => {
    const broken = 'data: {"type":"message_stop"\n\n';
    expect(observe(claude, true, [start, broken, end]).observation.end).toBe("complete");
    expect(observe(claude, true, [start, broken]).observation).toMatchObject({ id: "msg_1" });
  });

  it("is observed window by window, so that an event before the last window counts", () => {
    const early = 'data: {"type":"message_delta","usage":{"output_tokens":5}}\r\n\r\n';
    const comments = (count: number) => Array.from({ length: count }, () => `:${"x".repeat(1000)}\n`);
    const { observation } = observe(claude, true, [start.replaceAll("\n", "\r\n"), early, ...comments(200)]);
    expect(observation).toMatchObject({ id: "msg_1", usage: { output: 5 } });
  });

  it.each([
    [16, "msg_1"],
    [17, undefined],
  ])("is not read in an event of more than 1 MiB (%s pieces of 64 KiB)", (pieces, id) => {
    const open = start.slice(0, -3).padEnd(64 * KIBIBYTE, " ");
    const blank = " ".repeat(64 * KIBIBYTE);
    const text = [open, ...Array.from({ length: pieces - 1 }, () => blank), "}\n\n", end];
    const { observation, digest } = observe(claude, true, text);
    expect([observation.id, observation.end]).toEqual([id, "complete"]);
    expect(digest).toEqual(digestBody(text.join("")));
  });
});

describe("two observations", () => {
  it("join to the later one, with the usage of both", () => {
    expect(
      joinObservations(
        { id: "a", model: "m", usage: { input: 1, output: 2 } },
        { id: "b", end: "complete", usage: { output: 3 } },
      ),
    ).toEqual({ id: "b", model: "m", end: "complete", usage: { input: 1, output: 3 } });
  });

  it("keep what only one of them has", () => {
    expect(joinObservations({ usage: { input: 1 }, end: "complete" }, {})).toEqual({
      usage: { input: 1 },
      end: "complete",
    });
    expect(joinObservations({}, { usage: { input: 1 } })).toEqual({ usage: { input: 1 } });
    expect(joinObservations({}, {})).toEqual({});
  });

  it("failed if the earlier one failed", () => {
    expect(joinObservations({ end: "failed" }, { end: "complete" }).end).toBe("failed");
    expect(joinObservations({ end: "complete" }, { end: "failed" }).end).toBe("failed");
  });
});
