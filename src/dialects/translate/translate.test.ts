import { describe, expect, it } from "vitest";
import { findStreamFaults } from "../../../test/dialects/stream-grammar/index.ts";
import { dialects, findDialect } from "../registry/lookup.ts";
import { memoryCustody } from "./custody.ts";
import { type ReplyOptions, translateReply } from "./reply.ts";
import { type CallMemory, translateRequest } from "./request.ts";
import { StreamTranslator } from "./stream.ts";

const [claude, openai, codex, gemini] = ["claude", "openai", "codex", "gemini"].map(findDialect) as [
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
];

function options(memory: CallMemory, more: Partial<ReplyOptions> = {}): ReplyOptions {
  return { memory, id: "reply_1", created: 1_700_000_000, ...more };
}

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "tool_use", id: "toolu_1", name: "ns__patch", input: { input: "*** Begin" } }],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};

function claudeStream(json: string): string {
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_1", name: "ns__patch", input: {} },
    },
    ...[...json].map((piece) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: piece },
    })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

describe("a freeform tool in a namespace", () => {
  const request = {
    model: "m",
    input: "go",
    tools: [{ type: "namespace", name: "ns", tools: [{ type: "custom", name: "patch" }] }],
  };
  const { request: written, memory, report } = translateRequest(codex, claude, request);

  it("becomes a function with one text and one name", () => {
    const [tool] = written.body["tools"] as { name: string; input_schema: { required: string[] } }[];
    expect(tool).toMatchObject({ name: "ns__patch", input_schema: { required: ["input"] } });
    expect(report.entries.every((entry) => entry.disposition === "mapped")).toBe(true);
  });

  it("comes back as what it was, in a reply and in a stream", () => {
    const call = { type: "custom_tool_call", name: "patch", namespace: "ns", input: "*** Begin" };
    const { body } = translateReply(claude, codex, message, options(memory));
    expect((body["output"] as object[])[0]).toMatchObject(call);

    const translator = new StreamTranslator(claude, codex, options(memory));
    const text = translator.push(Buffer.from(claudeStream('{"input":"*** Begin"}'))) + translator.end();
    expect(findStreamFaults("codex", text)).toEqual([]);
    const last = JSON.parse(text.trim().split("\n").at(-1)!.slice(6));
    expect(last.response.output[0]).toMatchObject(call);
  });
});

describe("reasoning that the caller cannot carry", () => {
  const reply = {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ functionCall: { id: "c1", name: "f", args: {} }, thoughtSignature: "c2lnbmVk" }],
        },
        finishReason: "STOP",
      },
    ],
  };
  const first = { model: "m", messages: [{ role: "user", content: "go" }], tools: [functionTool("f")] };

  it("is held in custody and restored for the one who issued it, and for nobody else", () => {
    const custody = memoryCustody();
    const { memory } = translateRequest(openai, gemini, first, { custody });
    const { body, report } = translateReply(gemini, openai, reply, options(memory, { custody }));
    expect(JSON.stringify(body)).not.toContain("c2lnbmVk");
    expect(report.entries).toContainEqual(
      expect.objectContaining({ feature: "tool_use.signature", disposition: "disclosed" }),
    );

    const [choice] = body["choices"] as { message: { tool_calls: { id: string }[] } }[];
    const result = { role: "tool", tool_call_id: choice!.message.tool_calls[0]!.id, content: "ok" };
    const second = { ...first, messages: [...first.messages, choice!.message, result] };
    const back = translateRequest(openai, gemini, second, { custody });
    expect(JSON.stringify(back.request.body)).toContain('"thoughtSignature":"c2lnbmVk"');
    const elsewhere = translateRequest(openai, claude, second, { custody });
    expect(JSON.stringify(elsewhere.request.body)).not.toContain("c2lnbmVk");
  });
});

describe("a stream that cannot be read on", () => {
  it.each(dialects.map((dialect) => dialect.id))(
    "ends in an error that %s callers can read, and in nothing else",
    (id) => {
      const { memory } = translateRequest(openai, claude, {
        model: "m",
        messages: [{ role: "user", content: "x" }],
      });
      const translator = new StreamTranslator(claude, findDialect(id), options(memory));
      const text = translator.push(Buffer.from(`${claudeStream("{").slice(0, 300)}\n\ndata: {not json\n\n`));
      expect(text + translator.push(Buffer.from("data: {}\n\n")) + translator.end()).toMatch(/error/i);
      expect(translator.push(Buffer.from("data: {}\n\n"))).toBe("");
    },
  );
});

describe("a neutral value", () => {
  it("loses nothing if the target has no such setting; another value is refused or disclosed", () => {
    const request = {
      model: "m",
      messages: [{ role: "user", content: "x" }],
      n: 1,
      frequency_penalty: 0,
      logit_bias: {},
    };
    expect(() => translateRequest(openai, claude, request)).not.toThrow();
    for (const more of [{ n: 2 }, { logit_bias: { "1": 2 } }]) {
      expect(() => translateRequest(openai, claude, { ...request, ...more })).toThrow(
        "cannot be honoured by claude",
      );
    }
    for (const more of [{ frequency_penalty: 0.5 }, { seed: 0 }]) {
      const { report } = translateRequest(openai, claude, { ...request, ...more });
      const lost = report.entries.filter(({ disposition }) => disposition === "disclosed");
      expect(lost.map(({ path }) => path)).toEqual([`$.${Object.keys(more)[0]}`]);
    }
  });
});

function functionTool(name: string) {
  return { type: "function", function: { name, parameters: { type: "object", properties: {} } } };
}
