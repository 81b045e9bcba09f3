import { describe, expect, it } from "vitest";
import { memoryCustody } from "../../../src/dialects/index.ts";
import { list, object } from "../oracle/neutral.ts";
import {
  all,
  answer,
  ask,
  askOrRefuse,
  callsIn,
  chatReply,
  claudeReply,
  codexReply,
  geminiReply,
  isAdmitted,
  stream,
  textsIn,
  thoughtsIn,
  weatherSchema,
} from "./stage.ts";

const signed = {
  type: "thinking",
  thinking: "First I weigh the options.",
  signature: "c2lnbmF0dXJlLW9uZQ==",
};
const call = { type: "tool_use", id: "toolu_01", name: "get_weather", input: { city: "Bern" } };
const result = { type: "tool_result", tool_use_id: "toolu_01", content: "sunny" };
const tools = [{ name: "get_weather", description: "weather", input_schema: weatherSchema }];

function claudeTurns(...content: unknown[]) {
  return {
    model: "m",
    max_tokens: 2000,
    tools,
    messages: [
      { role: "user", content: "Is it warm in Bern?" },
      { role: "assistant", content },
      { role: "user", content: [result] },
    ],
  };
}

describe("thinking, signatures and sealed reasoning", () => {
  it("A1: thinking and signature are replayed verbatim and in position", () => {
    const body = claudeTurns(signed, { type: "text", text: "Let me look." }, call);
    expect(ask("claude", "claude", body).body["messages"]).toEqual(body.messages);
    const contents = [
      { role: "user", parts: [{ text: "hi there" }] },
      {
        role: "model",
        parts: [
          { functionCall: { name: "get_weather", args: { city: "Bern" } }, thoughtSignature: "AbC+/=" },
        ],
      },
      { role: "user", parts: [{ functionResponse: { name: "get_weather", response: { output: "sunny" } } }] },
    ];
    expect(ask("gemini", "gemini", { contents }).body["contents"]).toEqual(contents);
    const input = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi there" }] },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAA-sealed" },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "sunny" },
    ];
    expect(ask("codex", "codex", { model: "m", input }).body["input"]).toEqual(input);
  });

  it.each(all.filter((to) => to !== "claude"))(
    "A2: the thinking parameter and blocks of claude reach %s or are named",
    (to) => {
      const body = { ...claudeTurns(signed, call), thinking: { type: "enabled", budget_tokens: 1024 } };
      const outcome = askOrRefuse("claude", to, body);
      const isSigned = !(outcome instanceof Error) && JSON.stringify(outcome.body).includes(signed.signature);
      expect(isSigned || isAdmitted(outcome, "thinking.signature")).toBe(true);
      if (outcome instanceof Error) return;
      const kept = thoughtsIn(outcome.neutral.said).includes(signed.thinking);
      expect(kept || isAdmitted(outcome, "thinking.text")).toBe(true);
      expect(outcome.entries.some((entry) => entry.path.startsWith("$.thinking"))).toBe(true);
    },
  );

  it("A3: a thinking block with a signature and no text is kept", () => {
    const silent = { type: "thinking", thinking: "", signature: "c2lsZW50" };
    const body = claudeTurns(silent, call);
    expect(ask("claude", "claude", body).body["messages"]).toEqual(body.messages);
    const reply = claudeReply([silent, { type: "text", text: "done" }], "end_turn");
    expect(answer("claude", "claude", reply).body["content"]).toEqual([
      silent,
      { type: "text", text: "done", citations: null },
    ]);
  });

  it("A4: thinking of claude becomes a reasoning item and never visible text", () => {
    const { neutral } = ask(
      "claude",
      "codex",
      claudeTurns(signed, { type: "text", text: "Let me look." }, call),
    );
    expect(textsIn(neutral.said).join()).not.toContain(signed.thinking);
    const reply = claudeReply([signed, { type: "text", text: "It is warm." }], "end_turn");
    for (const to of all.filter((one) => one !== "claude")) {
      const { neutral: said } = answer("claude", to, reply);
      expect(textsIn(said.answers[0]?.said)).toEqual(["It is warm."]);
    }
    expect(thoughtsIn(answer("claude", "codex", reply).neutral.answers[0]?.said)).toEqual([signed.thinking]);
  });

  it.each(all.filter((to) => to !== "kimi"))(
    "A5: each block of %s is opened by the kind of its first delta and loses nothing",
    (to) => {
      const deltas = [
        { role: "assistant", reasoning_content: "Hm, " },
        { reasoning_content: "so." },
        { content: "Yes" },
        { content: "!" },
      ];
      const { neutral, entries } = stream("kimi", to, chunks(deltas));
      expect(textsIn(neutral.answers[0]?.said)).toEqual(["Yes!"]);
      const isDisclosed = entries.some(
        (entry) => entry.feature === "thinking.text" && entry.disposition === "disclosed",
      );
      expect(thoughtsIn(neutral.answers[0]?.said).join("") === "Hm, so." || isDisclosed).toBe(true);
    },
  );

  it("A6: a reasoning stream for claude has a signature before the block's end and one message_delta", () => {
    const { events } = stream("kimi", "claude", chunks([{ reasoning_content: "Hm." }, { content: "Yes" }]));
    const types = events.map((event) => event["type"]);
    expect(types.filter((type) => type === "message_delta")).toHaveLength(1);
    const delta = object(events.find((event) => event["type"] === "message_delta"));
    expect(object(delta["delta"])["stop_reason"]).toBe("end_turn");
    expect(object(delta["usage"])["output_tokens"]).toBeTypeOf("number");
    const own = events.filter((event) => event["index"] === 0);
    const last = object(own.at(-2)?.["delta"]);
    expect([last["type"], own.at(-1)?.["type"]]).toEqual(["signature_delta", "content_block_stop"]);
  });

  it("A7, A10: a thought signature of Gemini comes back on its own call through a caller that has no place for it", () => {
    const custody = memoryCustody();
    const reply = geminiReply(
      [
        {
          functionCall: { id: "g_1", name: "get_weather", args: { city: "Bern" } },
          thoughtSignature: "U0lH",
        },
      ],
      "STOP",
    );
    for (const caller of ["openai", "claude", "kimi", "copilot", "codex"]) {
      const { neutral } = answer("gemini", caller, reply, undefined, custody);
      const [made] = callsIn(neutral.answers[0]?.said);
      expect(made?.["name"]).toBe("get_weather");
      const next = {
        model: "m",
        messages: [
          { role: "user", content: "hi there" },
          {
            role: "assistant",
            content: null,
            tool_calls: [
              {
                id: made?.["id"],
                type: "function",
                function: { name: "get_weather", arguments: '{"city":"Bern"}' },
              },
            ],
          },
          { role: "tool", tool_call_id: made?.["id"], content: "sunny" },
        ],
      };
      const { body } = ask("openai", "gemini", next, { custody });
      const parts = list(body["contents"]).flatMap((content) => list(object(content)["parts"]).map(object));
      expect(parts.find((part) => part["functionCall"] !== undefined)?.["thoughtSignature"]).toBe("U0lH");
    }
  });

  it("A8: signatures on text and thought parts of Gemini are kept", () => {
    const parts = [
      { text: "thinking aloud", thought: true, thoughtSignature: "VEhJTks=" },
      { text: "the answer", thoughtSignature: "VEVYVA==" },
      { text: "", thoughtSignature: "TEFTVA==" },
    ];
    const contents = [
      { role: "user", parts: [{ text: "hi there" }] },
      { role: "model", parts },
    ];
    expect(ask("gemini", "gemini", { contents }).body["contents"]).toEqual(contents);
    for (const to of all.filter((one) => one !== "gemini")) {
      const outcome = askOrRefuse("gemini", to, { contents });
      for (const signature of ["VEhJTks=", "VEVYVA=="]) {
        const isKept = !(outcome instanceof Error) && JSON.stringify(outcome.body).includes(signature);
        expect(isKept || isAdmitted(outcome, "thinking.signature") || isAdmitted(outcome, "vendor")).toBe(
          true,
        );
      }
    }
  });

  it("A9: opaque reasoning details stay with their message", () => {
    const details = [
      { type: "reasoning.encrypted", data: "ZW5j", id: "rs_1", format: "openai-responses-v1", index: 0 },
    ];
    const messages = [
      { role: "user", content: "hi there" },
      {
        role: "assistant",
        content: null,
        reasoning_details: details,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "sunny" },
    ];
    expect(
      object(list(ask("openai", "openai", { model: "m", messages }).body["messages"])[1])[
        "reasoning_details"
      ],
    ).toEqual(details);
    const outcome = askOrRefuse("openai", "claude", { model: "m", messages });
    expect(isAdmitted(outcome, "vendor") || isAdmitted(outcome, "thinking")).toBe(true);
  });

  it("A11: a signature is never hidden in a tool-call id", () => {
    const signature = "QUJD".repeat(80);
    const reply = geminiReply(
      [{ functionCall: { name: "get_weather", args: {} }, thoughtSignature: signature }],
      "STOP",
    );
    for (const caller of all.filter((one) => one !== "gemini")) {
      const [made] = callsIn(answer("gemini", caller, reply).neutral.answers[0]?.said);
      expect(String(made?.["id"]).length).toBeLessThanOrEqual(64);
      expect(String(made?.["id"])).not.toContain("QUJD");
    }
  });

  it("A13: replayed blocks keep their order and grouping", () => {
    const second = { ...signed, thinking: "Then I check.", signature: "c2Vjb25k" };
    const messages = [
      { role: "user", content: "go ahead" },
      {
        role: "assistant",
        content: [
          signed,
          { type: "redacted_thinking", data: "cmVk" },
          { type: "text", text: "One." },
          second,
          call,
        ],
      },
      { role: "user", content: [result] },
      { role: "assistant", content: [{ type: "text", text: "Two." }, signed] },
      { role: "user", content: "and now?" },
    ];
    expect(ask("claude", "claude", { model: "m", max_tokens: 9, tools, messages }).body["messages"]).toEqual(
      messages,
    );
  });

  it("A14: no reasoning id is made up for sealed reasoning", () => {
    const items = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "hi there" }] },
      { type: "reasoning", summary: [], encrypted_content: "sealed-1" },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "well", annotations: [] }],
      },
    ];
    expect(ask("codex", "codex", { model: "m", input: items }).body["input"]).toEqual(items);
    for (const item of list(ask("claude", "codex", claudeTurns(signed, call)).body["input"]).map(object))
      if (item["type"] === "reasoning")
        expect([item["id"], item["encrypted_content"]]).toEqual([undefined, undefined]);
  });

  it("A15: a tool-call turn for kimi carries its reasoning", () => {
    for (const [from, body] of [
      ["claude", claudeTurns(signed, call)],
      [
        "codex",
        {
          model: "m",
          input: [
            { type: "message", role: "user", content: "hi there" },
            { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: signed.thinking }] },
            { type: "function_call", call_id: "call_1", name: "get_weather", arguments: "{}" },
            { type: "function_call_output", call_id: "call_1", output: "sunny" },
          ],
        },
      ],
    ] as const) {
      const turns = list(ask(from, "kimi", body).body["messages"]).map(object);
      const turn = turns.find((one) => one["tool_calls"] !== undefined);
      expect(turn?.["reasoning_content"]).toBe(signed.thinking);
    }
  });

  it.each(["openai", "kimi", "copilot", "claude", "gemini"])(
    "A16: reasoning and calls of a replayed response become one turn of %s",
    (to) => {
      const input = [
        { type: "message", role: "user", content: [{ type: "input_text", text: "hi there" }] },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "I should look." }] },
        {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: "Looking.", annotations: [] }],
        },
        { type: "function_call", call_id: "call_1", name: "get_weather", arguments: '{"city":"Bern"}' },
        { type: "function_call", call_id: "call_2", name: "get_weather", arguments: '{"city":"Chur"}' },
        { type: "function_call_output", call_id: "call_1", output: "sunny" },
        { type: "function_call_output", call_id: "call_2", output: "foggy" },
      ];
      const { body, neutral } = ask("codex", to, { model: "m", input });
      const turns = list(body["messages"] ?? body["contents"]).map(object);
      expect(turns.filter((turn) => turn["role"] === "assistant" || turn["role"] === "model")).toHaveLength(
        1,
      );
      expect(callsIn(neutral.said).map((one) => one["input"])).toEqual([{ city: "Bern" }, { city: "Chur" }]);
      expect(textsIn(neutral.said, "assistant")).toEqual(["Looking."]);
    },
  );

  it("A17: interleaved thinking keeps its turn boundaries", () => {
    const messages = [
      { role: "user", content: "go ahead" },
      { role: "assistant", content: [signed, call] },
      { role: "user", content: [result] },
      {
        role: "assistant",
        content: [
          { ...signed, thinking: "Now the second." },
          { ...call, id: "toolu_02" },
        ],
      },
      { role: "user", content: [{ ...result, tool_use_id: "toolu_02" }] },
    ];
    const body = { model: "m", max_tokens: 9, tools, messages };
    expect(ask("claude", "claude", body).body["messages"]).toEqual(messages);
    const turns = list(ask("claude", "kimi", body).body["messages"]).map(object);
    expect(
      turns.filter((turn) => turn["role"] === "assistant").map((turn) => turn["reasoning_content"]),
    ).toEqual([signed.thinking, "Now the second."]);
  });

  it.each(all)("A18: reasoning reaches %s at most once", (to) => {
    const replies = {
      claude: claudeReply([signed, { type: "text", text: "It is warm." }], "end_turn"),
      kimi: chatReply({ content: "It is warm.", reasoning_content: signed.thinking }, "stop"),
      codex: codexReply([
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: signed.thinking }] },
        {
          type: "message",
          id: "m1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "It is warm.", annotations: [] }],
        },
      ]),
      gemini: geminiReply([{ text: signed.thinking, thought: true }, { text: "It is warm." }], "STOP"),
    };
    for (const [from, reply] of Object.entries(replies)) {
      const { body } = answer(from, to, reply);
      expect(JSON.stringify(body).split(signed.thinking).length - 1).toBeLessThanOrEqual(1);
    }
    const { body } = ask("claude", to, claudeTurns(signed, call));
    expect(JSON.stringify(body).split(signed.thinking).length - 1).toBeLessThanOrEqual(1);
  });
});

function chunks(deltas: readonly Record<string, unknown>[]): unknown[] {
  const head = { id: "c1", object: "chat.completion.chunk", created: 1_790_000_000, model: "m" };
  return [
    ...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { ...head, choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } },
    "[DONE]",
  ];
}
