import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { ResponseObserver } from "./response-observer.ts";

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

  it("with no end where the last event is missing", () => {
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

  it("as a whole body, and not at all where it is no JSON", () => {
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
