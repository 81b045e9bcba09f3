import { describe, expect, it } from "vitest";
import type { Reply } from "../../../contract/index.ts";
import { findDialect, IdMap } from "../../../dialects/index.ts";
import type { Fault } from "../prompt/directive.ts";
import { endingOf, streamFrames } from "./stream.ts";

const reply: Reply = {
  id: "r",
  model: "m",
  created: 1,
  candidates: [{ index: 0, content: [{ type: "text", text: "abc" }], stop: { reason: "end_turn" } }],
  usage: { input: 7, output: 2, total: 9 },
};

const FAILURE = "[simulated] the engine failed";

function play(
  own: { reply?: Reply; pieces?: string[]; faults?: Fault[]; dialect?: string; isArray?: boolean } = {},
) {
  const frames: string[] = [];
  const generator = streamFrames({
    dialect: findDialect(own.dialect ?? "openai"),
    reply: own.reply ?? reply,
    pieces: own.pieces ?? ["a", "b", "c"],
    faults: own.faults ?? [],
    writing: { ids: new IdMap(), id: "r", model: "m", created: 1, usage: true },
    isArray: own.isArray ?? false,
  });
  let next = generator.next();
  while (next.done !== true) {
    frames.push(next.value);
    next = generator.next();
  }
  return { frames, ending: next.value, text: frames.join("") };
}

describe("the frames of a stream", () => {
  it("are one for each event on the wire, with the text in its pieces", () => {
    const { frames, ending, text } = play();
    expect(ending).toBe("end");
    expect(frames.every((frame) => frame.startsWith("data: ") && frame.endsWith("\n\n"))).toBe(true);
    for (const piece of ["a", "b", "c"])
      expect(frames.filter((frame) => frame.includes(`"content":"${piece}"`))).toHaveLength(1);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(text).toContain('"prompt_tokens":7');
  });

  it("announce the input tokens with the first event, if the dialect has them there", () => {
    expect(play({ dialect: "claude" }).frames[0]).toContain('"input_tokens":7');
    const { usage: _, ...bare } = reply;
    expect(play({ dialect: "claude", reply: bare }).frames[0]).not.toContain('"input_tokens":7');
  });

  it("split thinking into pieces of 24 and arguments into pieces of 48 characters", () => {
    const content: Reply["candidates"][number]["content"] = [
      { type: "thinking", text: "t".repeat(50) },
      {
        type: "tool_use",
        id: "1",
        name: "f",
        kind: "function",
        input: undefined,
        inputText: "i".repeat(100),
      },
    ];
    const { text } = play({
      dialect: "claude",
      reply: { ...reply, candidates: [{ index: 0, content, stop: { reason: "tool_use" } }] },
      pieces: [],
    });
    expect([...text.matchAll(/"thinking":"(t+)"/g)].map((match) => match[1]!.length)).toEqual([24, 24, 2]);
    expect([...text.matchAll(/"partial_json":"(i+)"/g)].map((match) => match[1]!.length)).toEqual([
      48, 48, 4,
    ]);
  });

  it.each<[Fault, RegExp, unknown]>([
    [
      { kind: "cut", after: 2 },
      /"content":"b"/,
      { code: "stream_closed", message: "the simulated engine broke the connection off" },
    ],
    [{ kind: "eof", after: 2 }, /"content":"b"/, "end"],
    [{ kind: "stall", after: 2 }, /"content":"b"/, "stall"],
  ])("end at the fault %j", (fault, last, ending) => {
    const { text, ending: found } = play({ faults: [fault] });
    expect(text).toMatch(last);
    expect(text).not.toContain('"content":"c"');
    expect(text).not.toContain("[DONE]");
    if (typeof ending === "string") expect(found).toBe(ending);
    else expect(found).toMatchObject(ending as object);
  });

  it("end with an error event at the fault fail", () => {
    const { text, ending } = play({ dialect: "claude", faults: [{ kind: "fail", after: 1 }] });
    expect(text).toContain("[simulated] the engine failed");
    expect(text).toContain("event: error");
    expect(text).toContain('"text":"a"');
    expect(text).not.toContain('"text":"b"');
    expect(ending).toBe("end");
  });

  it.each<[dialect: string, error: object]>([
    ...["openai", "kimi", "copilot"].map((dialect): [string, object] => [
      dialect,
      { error: { message: FAILURE, type: "server_error", param: null, code: "backend_unavailable" } },
    ]),
    ["claude", { type: "error", error: { type: "overloaded_error", message: FAILURE }, request_id: null }],
    ["gemini", { error: { code: 503, message: FAILURE, status: "UNAVAILABLE" } }],
  ])("end with the error of a vendor at the fault fail in %s: %j", (dialect, error) => {
    const { frames } = play({ dialect, faults: [{ kind: "fail", after: 1 }] });
    expect(JSON.parse(frames.at(-1)!.slice(frames.at(-1)!.indexOf("data: ") + 6))).toEqual(error);
  });

  it("have garbage at its place, and then the rest", () => {
    const { frames, ending } = play({ faults: [{ kind: "garbage", after: 1 }] });
    const at = frames.indexOf('data: {"simulated garbage": \n\n');
    expect(frames[at - 1]).toContain('"content":"a"');
    expect(frames[at + 1]).toContain('"content":"b"');
    expect(ending).toBe("end");
    expect(frames.filter((frame) => frame.includes("garbage"))).toHaveLength(1);
  });

  it("have garbage and end at once when both faults are at the same place", () => {
    const { frames, ending } = play({
      faults: [
        { kind: "cut", after: 0 },
        { kind: "garbage", after: 0 },
      ],
    });
    expect(frames.at(-1)).toContain("garbage");
    expect(ending).toMatchObject({ code: "stream_closed" });
  });

  it("count thinking and arguments as deltas", () => {
    const content: Reply["candidates"][number]["content"] = [
      { type: "thinking", text: "t" },
      { type: "text", text: "a" },
      { type: "tool_use", id: "1", name: "f", kind: "function", input: undefined, inputText: "i" },
    ];
    const deltas = (after: number) => {
      const { text } = play({
        dialect: "claude",
        pieces: ["a"],
        reply: { ...reply, candidates: [{ index: 0, content, stop: { reason: "tool_use" } }] },
        faults: [{ kind: "eof", after }],
      });
      return [...text.matchAll(/"(?:thinking|text|partial_json)":"([tai])"/g)]
        .map((match) => match[1])
        .join("");
    };
    expect([0, 1, 2, 3].map(deltas)).toEqual(["", "t", "ta", "tai"]);
  });

  it("are the items of one JSON array when the caller wants that", () => {
    const { frames, text } = play({ dialect: "gemini", isArray: true });
    expect(frames[0]!.startsWith("[{")).toBe(true);
    expect(frames[1]!.startsWith(",\r\n{")).toBe(true);
    expect(text.endsWith("\r\n]")).toBe(true);
    expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(2);
    const broken = play({ dialect: "gemini", isArray: true, faults: [{ kind: "garbage", after: 1 }] });
    expect(broken.frames).toContain(',\r\n{"simulated garbage": ');
    const first = play({ dialect: "gemini", isArray: true, faults: [{ kind: "garbage", after: 0 }] });
    expect(first.frames[0]).toBe('[{"simulated garbage": ');
  });

  it("are an empty array when there is no event", () => {
    const silent = {
      ...findDialect("gemini"),
      openWriter: () => ({ push: () => undefined, end: () => undefined }),
    };
    const frames = [
      ...streamFrames({
        dialect: silent as never,
        reply,
        pieces: [],
        faults: [],
        writing: { ids: new IdMap(), id: "r", model: "m", created: 1 },
        isArray: true,
      }),
    ];
    expect(frames).toEqual(["[]"]);
    const events = [
      ...streamFrames({
        dialect: silent as never,
        reply,
        pieces: [],
        faults: [],
        writing: { ids: new IdMap(), id: "r", model: "m", created: 1 },
        isArray: false,
      }),
    ];
    expect(events).toEqual([]);
  });
});

describe("the ending of a fault", () => {
  it("is silence, a clean end, or a broken connection", () => {
    expect(endingOf({ kind: "stall", after: 0 })).toBe("stall");
    expect(endingOf({ kind: "eof", after: 0 })).toBe("end");
    expect(endingOf({ kind: "cut", after: 0 })).toMatchObject({ code: "stream_closed" });
  });
});
