import { describe, expect, it } from "vitest";
import {
  type Dialect,
  type EventRewriter,
  IdMap,
  Origins,
  StreamTranslator,
  translateReply,
  translateRequest,
} from "../../src/dialects/index.ts";
import { applyPlan, defaultEmulators, type Emulation } from "../../src/negotiation/index.ts";
import { findStreamFaults } from "./stream-grammar/index.ts";
import { bytesOf, dialectNamed, dialects, emulatorsOf } from "./subjects.ts";

const all = defaultEmulators.ids;

/** A call as a gateway would make it: what the target's table names is emulated around it. */
function call(source: Dialect, target: Dialect, body: unknown) {
  let emulation: Emulation | undefined;
  const wanted = emulatorsOf(target).map((id) => ({ capability: id.split(".")[0]!, emulator: id }));
  const translated = translateRequest(source, target, body, {
    emulators: all,
    rewrite: (conversation) => {
      emulation = applyPlan(wanted, conversation);
      return emulation.request;
    },
  });
  const options = { memory: translated.memory, id: "resp_1", created: 1 };
  return {
    ...translated,
    emulation: emulation!,
    answer: (reply: unknown) =>
      translateReply(target, source, reply, {
        ...options,
        finish: (one) => emulation!.finish(one).reply,
      }).body,
    stream: (sse: string, rewriter: EventRewriter = emulation!.openRewriter()) => {
      const translator = new StreamTranslator(target, source, { ...options, rewriter });
      const text = translator.push(bytesOf(sse)) + translator.end();
      expect(findStreamFaults(source.id, text)).toEqual([]);
      return { text, translator };
    },
  };
}

/** The last response of a Responses stream. */
function lastResponse(text: string): { output: Record<string, unknown>[] } {
  const data = text.split("\n").findLast((line) => line.startsWith("data: "))!;
  return (JSON.parse(data.slice(6)) as { response: { output: Record<string, unknown>[] } }).response;
}

/** A request of the Responses API, read and written again. */
function roundTrip(body: unknown): unknown {
  const codex = dialectNamed("codex");
  const conversation = codex.readRequest(body, { origins: new Origins() });
  return codex.writeRequest(conversation, { ids: new IdMap(), note: () => undefined }).body;
}

describe("the emulators that feature tables name", () => {
  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))("all exist for %s", (_, dialect) => {
    for (const id of emulatorsOf(dialect)) expect(all).toContain(id);
  });
});

describe("a caller that wants one call at a time, on an engine that cannot be told", () => {
  const body = {
    model: "m",
    input: "go",
    parallel_tool_calls: false,
    tools: ["a", "b"].map((name) => ({ type: "function", name, parameters: {}, strict: false })),
  };
  const parts = [
    { functionCall: { id: "c1", name: "a", args: { x: 1 } } },
    { functionCall: { id: "c2", name: "b", args: {} } },
    { text: "Done." },
  ];
  const reply = { candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] };

  it("gets the first of several, whole and streamed, and the request names the emulator", () => {
    const made = call(dialectNamed("codex"), dialectNamed("gemini"), body);
    expect(made.report.entries).toContainEqual(
      expect.objectContaining({ disposition: "emulated", emulator: "parallel_tool_calls.first" }),
    );
    const output = made.answer(reply)["output"] as Record<string, unknown>[];
    expect(output.map(({ type, name }) => name ?? type)).toEqual(["a", "message"]);
    const { text } = made.stream(`data: ${JSON.stringify(reply)}\n\n`);
    expect(lastResponse(text).output.map(({ type, name }) => name ?? type)).toEqual(["a", "message"]);
  });

  it("is refused if the emulator is not in use", () => {
    const ways = [dialectNamed("codex"), dialectNamed("gemini")] as const;
    expect(() => translateRequest(...ways, body)).toThrow("cannot be honoured");
    expect(() => translateRequest(...ways, { ...body, parallel_tool_calls: true })).not.toThrow();
  });
});

describe("an answer that is one of several words, on an engine that cannot keep to them", () => {
  const body = {
    contents: [{ role: "user", parts: [{ text: "Rock or wind?" }] }],
    generationConfig: {
      responseMimeType: "text/x.enum",
      responseSchema: { type: "STRING", enum: ["Percussion", "Woodwind"] },
    },
  };
  const reply = {
    id: "chatcmpl_1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: '"woodwind".' }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };

  it("is asked for in words, and is the bare word, whole and streamed", () => {
    const made = call(dialectNamed("gemini"), dialectNamed("openai"), body);
    expect(made.report.entries).toContainEqual(
      expect.objectContaining({ disposition: "emulated", emulator: "enum_output.instruct" }),
    );
    expect(JSON.stringify(made.request.body)).toContain("- Percussion\\n- Woodwind");
    expect(made.request.body).not.toHaveProperty("response_format");
    const parts = [{ text: "Woodwind" }];
    expect(made.answer(reply)["candidates"]).toMatchObject([{ content: { parts } }]);
    const [choice] = reply.choices;
    const chunk = {
      ...reply,
      object: "chat.completion.chunk",
      choices: [{ ...choice, delta: choice!.message }],
    };
    const { text } = made.stream(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    expect(text).toContain('{"text":"Woodwind"}');
    expect(text).not.toContain("woodwind");
  });
});

describe("a compaction, on an engine that has none", () => {
  const input = [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Fix the bug." }] },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "I fixed a.ts." }] },
  ];
  const tools = [{ type: "function", name: "a", parameters: {}, strict: false }];
  const asked = { model: "m", tools, input: [...input, { type: "compaction_trigger" }] };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "a.ts is fixed; run the tests next." },
    ],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 2 },
  };

  it("is a summary that the model is asked for, and nothing else", () => {
    const made = call(dialectNamed("codex"), dialectNamed("claude"), asked);
    expect(made.report.entries).toContainEqual(
      expect.objectContaining({ feature: "compaction", disposition: "emulated", path: "$.input[2]" }),
    );
    const turns = made.request.body["messages"] as { role: string; content: string }[];
    expect(turns.at(-1)).toMatchObject({ role: "user", content: expect.stringMatching(/^Summarise/) });
    expect(made.request.body["tool_choice"]).toEqual({ type: "none" });
    const output = made.answer(message)["output"] as Record<string, unknown>[];
    expect(output).toEqual([
      {
        type: "compaction",
        id: expect.stringMatching(/^cmp_/),
        encrypted_content: "abp-summary:a.ts is fixed; run the tests next.",
      },
    ]);
    const writer = dialectNamed("claude").openWriter({ ...written, ids: made.memory.ids });
    let sse = "";
    for (const event of events) writer.push(event, (text) => (sse += text));
    const { text, translator } = made.stream(sse);
    expect(lastResponse(text).output).toEqual(output);
    expect(translator.isComplete).toBe(true);
  });

  it("is replayed as what it says, and comes home as it was", () => {
    const item = { type: "compaction", id: "cmp_1", encrypted_content: "abp-summary:a.ts is fixed." };
    const next = { model: "m", input: [item, input[0]] };
    for (const target of dialects.filter(({ id }) => id !== "codex")) {
      const { request } = call(dialectNamed("codex"), target, next);
      expect(JSON.stringify(request.body)).toContain(
        "Summary of the conversation so far:\\n\\na.ts is fixed.",
      );
    }
    expect(roundTrip(next)).toEqual(next);
  });

  it("is refused if its vendor sealed it", () => {
    const item = { type: "compaction", id: "cmp_1", encrypted_content: "gAAAAAsealed" };
    expect(() => call(dialectNamed("codex"), dialectNamed("claude"), { model: "m", input: [item] })).toThrow(
      "cannot be honoured",
    );
  });

  it("fails when the model gives no summary", () => {
    const made = call(dialectNamed("codex"), dialectNamed("claude"), asked);
    expect(() => made.answer({ ...message, content: [] })).toThrow("no summary");
  });

  const written = { id: "resp_1", model: "m", created: 1, usage: true };
  const at = { candidate: 0, block: 0 };
  const events = [
    { type: "reply_start", id: "msg_1", model: "m" },
    { type: "block_start", ...at, content: { type: "text", text: "" } },
    { type: "text_delta", ...at, text: "a.ts is fixed; " },
    { type: "text_delta", ...at, text: "run the tests next." },
    { type: "block_stop", ...at },
    { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
    { type: "reply_stop" },
  ] as const;
});

describe("a search for tools that the caller runs", () => {
  const search = {
    type: "tool_search",
    execution: "client",
    description: "Finds tools.",
    parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  };
  const found = {
    type: "namespace",
    name: "mcp",
    description: "Remote.",
    tools: [{ type: "function", name: "fetch", parameters: { type: "object" }, strict: false }],
  };
  const input = [
    { type: "message", role: "user", content: [{ type: "input_text", text: "Look." }] },
    {
      type: "tool_search_call",
      call_id: "s1",
      execution: "client",
      arguments: { query: "web" },
      status: "completed",
    },
    { type: "tool_search_output", call_id: "s1", execution: "client", tools: [found], status: "completed" },
  ];
  const body = { model: "m", tools: [search], input };

  it.each(dialects.filter(({ id }) => id !== "codex").map((dialect) => [dialect.id, dialect] as const))(
    "is a function of %s, whose finds may be called",
    (_, target) => {
      const { request } = call(dialectNamed("codex"), target, body);
      const text = JSON.stringify(request.body);
      expect(text).toContain('"name":"tool_search"');
      expect(text).toContain('"name":"mcp__fetch"');
      expect(text).toMatch(/"query\\*":\\*"web/);
    },
  );

  it("is spelled as it was in its own dialect", () => {
    expect(roundTrip(body)).toEqual(body);
  });

  it("comes back as an item of its own, whole and streamed", () => {
    const made = call(dialectNamed("codex"), dialectNamed("openai"), body);
    const calling = {
      id: "s2",
      type: "function",
      function: { name: "tool_search", arguments: '{"query":"x"}' },
    };
    const reply = {
      id: "r",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: null, tool_calls: [calling] },
          finish_reason: "tool_calls",
        },
      ],
    };
    const expected = {
      type: "tool_search_call",
      id: expect.stringMatching(/^tsc_/),
      call_id: "s2",
      execution: "client",
      arguments: { query: "x" },
      status: "completed",
    };
    expect(made.answer(reply)["output"]).toEqual([expected]);
    const chunk = (delta: unknown, finish: string | null) =>
      `data: ${JSON.stringify({ id: "r", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const sse =
      chunk(
        { tool_calls: [{ index: 0, ...calling, function: { name: "tool_search", arguments: '{"que' } }] },
        null,
      ) +
      chunk({ tool_calls: [{ index: 0, function: { arguments: 'ry":"x"}' } }] }, null) +
      chunk({}, "tool_calls");
    expect(lastResponse(made.stream(`${sse}data: [DONE]\n\n`).text).output).toEqual([expected]);
  });
});
