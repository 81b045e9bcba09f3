import { describe, expect, it } from "vitest";
import type { Block, StreamEvent } from "../../../contract/index.ts";
import { profile as copilot } from "../../copilot/profile.ts";
import { profile } from "../../openai/profile.ts";
import { StreamedCandidate } from "./candidate-reader.ts";

type Emit = (event: StreamEvent) => void;

function drive(steps: (candidate: StreamedCandidate, emit: Emit) => void, of = profile): StreamEvent[] {
  const events: StreamEvent[] = [];
  const candidate = new StreamedCandidate(0, of, () => "r");
  steps(candidate, (event) => events.push(event));
  return events;
}

const start = (content: object, block = 0) => ({ type: "block_start", candidate: 0, block, content });
const stop = (block = 0, more: object = {}) => ({ type: "block_stop", candidate: 0, block, ...more });
const said = (text: string, block = 0) => ({ type: "text_delta", candidate: 0, block, text });
const thought = (text: string, block = 0) => ({ type: "thinking_delta", candidate: 0, block, text });
const input = (text: string, block = 0) => ({ type: "input_delta", candidate: 0, block, text });
const end = (reason: string, more: object = {}) => ({
  type: "candidate_stop",
  candidate: 0,
  stop: { reason },
  ...more,
});
const tool = (id: string, more: object = {}) => ({
  type: "tool_use",
  id,
  name: "f",
  kind: "function",
  input: {},
  ...more,
});

type Steps = (candidate: StreamedCandidate, emit: Emit) => void;

describe("thinking in a stream", () => {
  const thinking = (text: string, more: object = {}) => ({ type: "thinking", text, ...more });
  it.each<[string, Steps, object[]]>([
    [
      "begins with its sealed part",
      (one, emit) => {
        one.thinking("", undefined, "zz", "reasoning_opaque", emit);
        one.thinking("a", "reasoning_text", undefined, undefined, emit);
        one.finish(emit);
      },
      [start(thinking("", { sealed: "zz" })), thought("a"), stop(), end("other")],
    ],
    [
      "may get its sealed part late",
      (one, emit) => {
        one.thinking("a", "reasoning_text", undefined, undefined, emit);
        one.thinking("b", "reasoning_text", "zz", "reasoning_opaque", emit);
        one.finish(emit);
      },
      [
        start(thinking("")),
        thought("a"),
        thought("b"),
        stop(0, { content: thinking("ab", { sealed: "zz" }) }),
        end("other"),
      ],
    ],
    [
      "remembers other names of its members",
      (one, emit) => {
        one.thinking("a", "cot_summary", undefined, undefined, emit);
        one.thinking("", undefined, "zz", "cot_id", emit);
        one.finish(emit);
      },
      [
        start(thinking("", { vendor: { "copilot:cot_summary": {} } })),
        thought("a"),
        stop(0, {
          content: thinking("a", {
            sealed: "zz",
            vendor: { "copilot:cot_summary": {}, "copilot:cot_id": {} },
          }),
        }),
        end("other"),
      ],
    ],
    [
      "waits for a call that is not whole",
      (one, emit) => {
        one.call(0, "c", "function", "f", "{", undefined, emit);
        one.thinking("a", "reasoning_text", "zz", "reasoning_opaque", emit);
        one.call(0, undefined, "function", undefined, "}", undefined, emit);
        one.finish(emit);
      },
      [
        start(tool("c")),
        input("{"),
        input("}"),
        stop(),
        start(thinking("", { sealed: "zz" }), 1),
        thought("a", 1),
        stop(1),
        end("tool_use"),
      ],
    ],
  ])("%s", (_, steps, events) => expect(drive(steps, copilot)).toEqual(events));
});

describe("blocks of a stream", () => {
  const opaque: Block = { type: "opaque", dialect: "openai", kind: "part", value: {} };
  it.each<[string, Steps, object[]]>([
    [
      "follow one another",
      (one, emit) => {
        one.text("a", emit);
        one.text("b", emit);
        one.refusal("c", emit);
        one.refusal("d", emit);
        one.opaque(opaque, emit);
        one.text("e", emit);
        one.finish(emit);
      },
      [
        start({ type: "text", text: "" }),
        said("a"),
        said("b"),
        stop(),
        start({ type: "refusal", text: "" }, 1),
        said("c", 1),
        said("d", 1),
        stop(1),
        start(opaque, 2),
        stop(2),
        start({ type: "text", text: "" }, 3),
        said("e", 3),
        stop(3),
        end("refusal"),
      ],
    ],
    [
      "wait for a call, and texts of one kind become one",
      (one, emit) => {
        one.call(0, "c", "function", "f", "{", undefined, emit);
        one.text("a", emit);
        one.text("b", emit);
        one.refusal("c", emit);
        one.text("d", emit);
        one.opaque(opaque, emit);
        one.call(0, undefined, "function", undefined, "}", undefined, emit);
        one.finish(emit);
      },
      [
        start(tool("c")),
        input("{"),
        input("}"),
        stop(),
        start({ type: "text", text: "" }, 1),
        said("ab", 1),
        stop(1),
        start({ type: "refusal", text: "" }, 2),
        said("c", 2),
        stop(2),
        start({ type: "text", text: "" }, 3),
        said("d", 3),
        stop(3),
        start(opaque, 4),
        stop(4),
        end("tool_use"),
      ],
    ],
    [
      "may be sound",
      (one, emit) => {
        one.audio("", undefined, "a", undefined, emit);
        one.audio("QQ==", undefined, undefined, { odd: 1 }, emit);
        one.audio("", "hi", undefined, { even: 2 }, emit);
        one.finish(emit);
      },
      [
        start({ type: "audio", id: "a", source: { kind: "base64", mediaType: "audio/*", data: "" } }),
        { type: "audio_delta", candidate: 0, block: 0, data: "QQ==" },
        { type: "audio_delta", candidate: 0, block: 0, data: "", transcript: "hi" },
        stop(),
        end("other", { vendor: { openai: { message: { audio: { odd: 1, even: 2 } } } } }),
      ],
    ],
    [
      "keep what else the choice has",
      (one, emit) => {
        one.word = "stop";
        one.left["odd"] = 1;
        one.leftOfMessage["even"] = 2;
        one.finish(emit);
      },
      [
        {
          ...end("end_turn", { vendor: { openai: { odd: 1, message: { even: 2 } } } }),
          stop: { reason: "end_turn", raw: "stop" },
        },
      ],
    ],
  ])("%s", (_, steps, events) => expect(drive(steps)).toEqual(events));
});

describe("calls of a stream", () => {
  it.each<[string, Steps, object[]]>([
    [
      "wait for their names",
      (one, emit) => {
        one.call(0, "c", "function", undefined, "{", undefined, emit);
        one.call(0, undefined, "function", undefined, "", undefined, emit);
        one.call(0, undefined, "function", "f", "}", undefined, emit);
        one.finish(emit);
      },
      [start(tool("c")), input("{"), input("}"), stop(), end("tool_use")],
    ],
    [
      "are begun at the end if no name came",
      (one, emit) => {
        one.call(0, "c", "function", undefined, "{", undefined, emit);
        one.finish(emit);
      },
      [start(tool("c", { name: "" })), input("{"), stop(), end("tool_use")],
    ],
    [
      "may be in free form, and keep what else they have",
      (one, emit) => {
        one.call(0, "c", "custom", "f", "a", { odd: 1 }, emit);
        one.finish(emit);
      },
      [
        start(tool("c", { kind: "custom", input: undefined, inputText: "", vendor: { openai: { odd: 1 } } })),
        input("a"),
        stop(),
        end("tool_use"),
      ],
    ],
    [
      "may have the older form",
      (one, emit) => {
        one.legacyCall("f", "{", emit);
        one.legacyCall(undefined, "}", emit);
        one.finish(emit);
      },
      [
        start(tool(expect.stringMatching(/^call_/) as string, { vendor: { "openai:function_call": {} } })),
        input("{"),
        input("}"),
        stop(),
        end("tool_use"),
      ],
    ],
    [
      "without arguments have none, whatever the server writes for them",
      (one, emit) => {
        one.call(0, "c", "function", "f", "null", undefined, emit);
        one.finish(emit);
      },
      [start(tool("c")), stop(), end("tool_use")],
    ],
    [
      "without arguments end when the next one has some",
      (one, emit) => {
        one.call(0, "c", "function", "f", "", undefined, emit);
        one.call(1, "d", "function", "f", "", undefined, emit);
        one.call(1, undefined, "function", undefined, "{}", undefined, emit);
        one.finish(emit);
      },
      [start(tool("c")), stop(), start(tool("d"), 1), input("{}", 1), stop(1), end("tool_use")],
    ],
    [
      "that never become whole are followed by what came after them",
      (one, emit) => {
        one.call(0, "c", "function", "f", "{", undefined, emit);
        one.text("a", emit);
        one.thinking("b", undefined, undefined, undefined, emit);
        one.refusal("c", emit);
        one.finish(emit);
      },
      [
        ...[start(tool("c")), input("{"), stop()],
        ...[start({ type: "text", text: "" }, 1), said("a", 1), stop(1)],
        ...[start({ type: "thinking", text: "" }, 2), thought("b", 2), stop(2)],
        ...[start({ type: "refusal", text: "" }, 3), said("c", 3), stop(3)],
        end("tool_use"),
      ],
    ],
    [
      "without arguments are followed by the text before the next one",
      (one, emit) => {
        one.call(0, "c", "function", "f", "", undefined, emit);
        one.text("a", emit);
        one.call(1, "d", "function", "f", "{", undefined, emit);
        one.text("b", emit);
        one.call(1, undefined, "function", undefined, "}", undefined, emit);
        one.finish(emit);
      },
      [
        ...[start(tool("c")), stop()],
        ...[start({ type: "text", text: "" }, 1), said("a", 1), stop(1)],
        ...[start(tool("d"), 2), input("{", 2), input("}", 2), stop(2)],
        ...[start({ type: "text", text: "" }, 3), said("b", 3), stop(3)],
        end("tool_use"),
      ],
    ],
  ])("%s", (_, steps, events) => expect(drive(steps)).toEqual(events));

  it("keep the first name, and have no text to cite", () => {
    drive((one, emit) => {
      one.call(0, "c", "function", "f", "{", undefined, emit);
      one.call(0, undefined, "function", undefined, "", undefined, emit);
      one.call(0, undefined, "function", "g", "", undefined, emit);
      expect(one.calledNames()).toEqual(["f"]);
      expect(one.citedText()).toBeUndefined();
    });
    drive((one, emit) => {
      one.legacyCall("f", "{", emit);
      one.legacyCall(undefined, "}", emit);
      one.legacyCall("g", "", emit);
      expect(one.calledNames()).toEqual(["f"]);
    });
  });

  it("cannot go on after their end", () => {
    const steps: Steps = (one, emit) => {
      one.call(0, "c", "function", "f", "{}", undefined, emit);
      one.text("a", emit);
      one.call(0, "c", "function", undefined, "{", undefined, emit);
    };
    expect(() => drive(steps)).toThrow(
      expect.objectContaining({
        message: "the tool call c goes on after the end of its block",
        where: "$.choices[0].delta.tool_calls",
      }),
    );
  });
});

it("a citation belongs to the text that is open, behind the texts before it", () => {
  drive((one, emit) => {
    one.text("ab", emit);
    one.refusal("c", emit);
    one.text("d", emit);
    one.text("e", emit);
    const { block, from, positions } = one.citedText()!;
    expect([block, from, positions.toUnits(4), positions.toUnits(5)]).toEqual([2, 2, 4, undefined]);
  });
});
