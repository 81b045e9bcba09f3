import { describe, expect, it } from "vitest";
import { AbpError, type Conversation } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { read, write } from "../fixtures/stage.ts";
import { codex } from "../index.ts";

function inputOf(body: Record<string, unknown>) {
  return body["input"] as Record<string, unknown>[];
}

function conversation(more: Partial<Conversation>): Conversation {
  return { model: "m", system: [], tools: [], messages: [], sampling: {}, stop: [], ...more };
}

const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" };
const call = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "look",
  arguments: '{ "a": 1 }',
  status: "completed",
};
const said = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  phase: "commentary",
  content: [{ type: "output_text", text: "I look.", annotations: [], logprobs: [] }],
};

describe("a request of the Responses API", () => {
  it("A16, A17: makes one turn of reasoning, text and calls, and writes it back item by item", () => {
    const body = {
      model: "m",
      input: [
        { role: "user", content: "Hi" },
        reasoning,
        said,
        { ...said, id: "msg_2", content: [{ type: "output_text", text: "Again." }] },
        call,
        { type: "function_call_output", call_id: "call_1", output: "seen" },
      ],
    };
    const read1 = read(body);
    expect(read1.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(read1.messages[1]?.content.map(({ type }) => type)).toEqual([
      "thinking",
      "text",
      "text",
      "tool_use",
    ]);
    expect(write(read1).body).toEqual(body);
  });

  it("A3: keeps reasoning that holds nothing but its sealed content", () => {
    const [block] = read({ model: "m", input: [reasoning] }).messages[0]!.content;
    expect(block).toMatchObject({ type: "thinking", text: "", sealed: "sealed", id: "rs_1" });
  });

  it("keeps the parts of a summary apart", () => {
    const summary = ["One\n\nmore", "Two", ""].map((text) => ({ type: "summary_text", text }));
    const content = [{ type: "reasoning_text", text: "plain" }];
    const body = { model: "m", input: [{ type: "reasoning", id: "rs_1", summary, content }] };
    const conversation1 = read(body);
    expect(conversation1.messages[0]?.content[0]).toMatchObject({ text: "One\n\nmore\n\nTwo\n\n\n\nplain" });
    expect(write(conversation1).body).toEqual(body);
  });

  it("A1, A4, A14: leaves out reasoning that it did not issue, and says so", () => {
    const { body, notes } = write(
      conversation({
        messages: [
          {
            role: "assistant",
            content: [
              { type: "thinking", text: "secret thought", signature: "sig" },
              { type: "text", text: "Yes." },
            ],
          },
        ],
      }),
    );
    expect(inputOf(body)).toEqual([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] },
    ]);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "thinking.text" }]);
  });

  it("E3, E4: leaves instructions of the input in their place and role", () => {
    const body = {
      model: "m",
      instructions: "Be kind.",
      input: [
        { type: "message", role: "developer", content: [{ type: "input_text", text: "a" }] },
        { role: "user", content: "b" },
        { role: "system", content: "c" },
      ],
    };
    const { system, messages } = read(body);
    expect(system).toMatchObject([{ text: "Be kind." }]);
    expect(messages.map(({ role }) => role)).toEqual(["developer", "user", "system"]);
    expect(write(read(body)).body).toEqual(body);
  });

  it("E6: writes no empty text for a turn of calls alone", () => {
    const { body } = write(
      conversation({
        messages: [
          {
            role: "assistant",
            content: [{ type: "tool_use", id: "a", name: "f", kind: "function", input: { b: 1 } }],
          },
        ],
      }),
    );
    expect(inputOf(body)).toEqual([{ type: "function_call", call_id: "a", name: "f", arguments: '{"b":1}' }]);
  });

  it("E8, E10: carries images and files in every form", () => {
    const content = [
      { type: "input_image", image_url: "https://a/b.png" },
      { type: "input_image", file_id: "file_1", detail: "high" },
      { type: "input_file", file_url: "https://a/b.pdf" },
      { type: "input_file", file_id: "file_2" },
      { type: "input_file", file_data: "QUJD", filename: "x.pdf" },
      { type: "input_text", text: "t", prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } },
      { type: "input_audio", input_audio: { data: "QUJD", format: "mp3" } },
      { type: "something_new", value: 1 },
    ];
    const body = { model: "m", input: [{ role: "user", content }] };
    const blocks = read(body).messages[0]!.content;
    expect(blocks.map(({ type }) => type)).toEqual([
      "image",
      "image",
      "document",
      "document",
      "document",
      "text",
      "audio",
      "opaque",
    ]);
    expect(write(read(body)).body).toEqual(body);
  });

  it("F1: has no place for stop sequences, penalties, seeds and several answers", () => {
    expect(codex.features.stop).toMatchObject({ is: "emulated", by: "stop_sequences.truncate" });
    for (const feature of [
      "seed",
      "frequency_penalty",
      "presence_penalty",
      "logit_bias",
      "candidates",
      "top_k",
    ] as const)
      expect(codex.features[feature].is).toBe("none");
  });

  it.each([
    [{ mode: "off" as const }, "none", []],
    [{ effort: "xhigh" }, "xhigh", []],
    [{ effort: "enormous" }, "enormous", ["disclosed"]],
    [{ mode: "on" as const }, "medium", ["mapped"]],
    [{ mode: "on" as const, budgetTokens: 2000 }, "low", ["disclosed"]],
    [{ mode: "on" as const, budgetTokens: 32000 }, "high", ["disclosed"]],
  ])("F2, F4: writes the reasoning %j as the effort %s and says so", (asked, effort, dispositions) => {
    const { body, notes } = write(conversation({ reasoning: asked }));
    expect(body["reasoning"]).toEqual({ effort });
    expect(notes.map(({ disposition }) => disposition)).toEqual(dispositions);
  });

  it("F7: maps the format of the answer and its verbosity", () => {
    const text = {
      format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
      verbosity: "low",
      tone: "new",
    };
    const conversation1 = read({ model: "m", input: "x", text });
    expect(conversation1.output).toEqual({
      kind: "json_schema",
      name: "n",
      schema: { type: "object" },
      strict: true,
    });
    expect(conversation1.verbosity).toBe("low");
    expect(write(conversation1).body["text"]).toEqual(text);
  });

  it("F8: adds nothing that nobody sent", () => {
    expect(write(read({ model: "m", input: "x" })).body).toEqual({ model: "m", input: "x" });
  });

  it("G6, G7: writes what a prompt cache sees first, first, and always the same", () => {
    const body = {
      input: [{ role: "user", content: "x" }],
      tools: [],
      instructions: "i",
      model: "m",
      stream: true,
    };
    const written = JSON.stringify(write(read(body)).body);
    expect(Object.keys(JSON.parse(written) as object)).toEqual([
      "model",
      "instructions",
      "tools",
      "input",
      "stream",
    ]);
    expect(JSON.stringify(write(read(structuredClone(body))).body)).toBe(written);
  });

  it("G9: maps cache keys, and discloses a breakpoint that has no place", () => {
    const conversation1 = read({
      model: "m",
      input: "x",
      prompt_cache_key: "k",
      prompt_cache_retention: "24h",
    });
    expect(conversation1.cache).toEqual({ key: "k", retention: "24h" });
    const { body, notes } = write(
      conversation({
        system: [{ type: "text", text: "s", cache: {} }],
        messages: [{ role: "user", content: [{ type: "text", text: "u", cache: { ttl: "1h" } }] }],
      }),
    );
    expect(inputOf(body)[0]?.["content"]).toEqual([
      { type: "input_text", text: "u", prompt_cache_breakpoint: { mode: "explicit" } },
    ]);
    expect(notes.map(({ feature }) => feature)).toEqual(["cache.hint", "cache.hint"]);
  });

  it("H16: keeps what continues an earlier response", () => {
    const body = {
      model: "m",
      input: "x",
      previous_response_id: "resp_0",
      store: true,
      conversation: { id: "conv_1" },
      background: true,
    };
    expect(read(body).previous).toBe("resp_0");
    expect(write(read(body)).body).toEqual(body);
  });

  it("asks for log probabilities in both of its ways", () => {
    const asked = { model: "m", input: "x", include: ["message.output_text.logprobs"], top_logprobs: 3 };
    expect(read(asked).sampling.logprobs).toEqual({ top: 3 });
    for (const body of [
      asked,
      { model: "m", input: "x", top_logprobs: 3 },
      { model: "m", input: "x", include: ["reasoning.encrypted_content", "message.output_text.logprobs"] },
    ])
      expect(write(read(body)).body).toEqual(body);
  });

  it("refuses what an assistant's message cannot hold", () => {
    const image = { type: "image" as const, source: { kind: "url" as const, url: "https://a" } };
    const { notes } = write(
      conversation({ messages: [{ role: "assistant", content: [image] }], modalities: ["audio"] }),
    );
    expect(notes).toMatchObject([
      { node: image, disposition: "refused" },
      { disposition: "refused", feature: "modalities" },
    ]);
  });

  it.each([
    [5, "$"],
    [{ model: 5 }, "$.model"],
    [{ model: "m", input: 5 }, "$.input"],
    [{ model: "m", input: ["x"] }, "$.input[0]"],
    [{ model: "m", input: [{ role: "judge", content: "x" }] }, "$.input[0].role"],
    [{ model: "m", input: [{ role: "user", content: 5 }] }, "$.input[0].content"],
    [{ model: "m", input: [{ type: "function_call", name: "f", arguments: "{}" }] }, "$.input[0].call_id"],
    [{ model: "m", input: [{ type: "function_call", call_id: "c", arguments: {} }] }, "$.input[0].arguments"],
    [
      { model: "m", input: [{ type: "function_call_output", call_id: "c", output: {} }] },
      "$.input[0].output",
    ],
    [{ model: "m", input: [{ type: "reasoning", summary: {} }] }, "$.input[0].summary"],
    [{ model: "m", tool_choice: "perhaps" }, "$.tool_choice"],
    [{ model: "m", tools: [5] }, "$.tools[0]"],
    [{ model: "m", text: "short" }, "$.text"],
    [{ model: "m", temperature: "hot" }, "$.temperature"],
  ])("names the place that is wrong in %j", (body, path) => {
    try {
      codex.readRequest(body, { origins: new Origins() });
      expect.unreachable();
    } catch (error) {
      expect(AbpError.is(error) && [error.code, error.where]).toEqual(["contract_schema_violation", path]);
    }
  });
});
