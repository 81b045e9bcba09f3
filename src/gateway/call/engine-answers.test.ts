import { describe, expect, it } from "vitest";
import { answers, streams } from "../fixtures/scripted-engine.ts";
import { serveCall } from "../fixtures/served-call.ts";

const messages = [{ role: "user", content: "hi" }];
const question = { model: "m", max_tokens: 10, messages };
const generate = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };

const chunk = (choice: object) => `data: ${JSON.stringify({ id: "c", model: "m", choices: [choice] })}\n\n`;
const FILTERED = { index: 0, finish_reason: "content_filter", content_filter_results: { hate: {} } };
const FILTER_ERROR = {
  error: { message: "filtered", code: null, innererror: { content_filter_result: { hate: {} } } },
};

describe("an answer that a content filter stopped", () => {
  it.each([
    ["/v1/messages", question, { stop_reason: "refusal", content: [] }],
    [
      "/v1beta/models/m:generateContent",
      generate,
      { candidates: [expect.objectContaining({ finishReason: "SAFETY" })] },
    ],
    [
      "/v1/responses",
      { model: "m", input: "hi" },
      { status: "incomplete", incomplete_details: { reason: "content_filter" } },
    ],
  ])("is a refusal at %s if it has no message", async (target, body, expected) => {
    const { sink, receipt } = await serveCall("openai", answers(200, { choices: [FILTERED] }), target, body);
    expect(sink.status).toBe(200);
    expect(sink.json).toMatchObject(expected);
    expect(receipt).toMatchObject({ outcome: "complete" });
  });

  it.each([200, 400])("is a 400 that is not retried if it is an error with status %i", async (status) => {
    const spare = answers(200, { choices: [FILTERED] });
    const { sink, fallbacks } = await serveCall(
      "openai",
      answers(status, FILTER_ERROR),
      "/v1/messages",
      question,
      { fallbacks: [spare] },
    );
    expect([sink.status, sink.header("x-should-retry")]).toEqual([400, "false"]);
    expect(sink.json).toMatchObject({ error: { type: "invalid_request_error" } });
    expect(fallbacks[0]!.requests).toEqual([]);
  });

  it("is a 400 if it is the first event of a stream", async () => {
    const event = `data: ${JSON.stringify(FILTER_ERROR)}\n\n`;
    const { sink, fallbacks } = await serveCall(
      "openai",
      streams(event),
      "/v1beta/models/m:streamGenerateContent?alt=sse",
      generate,
      { fallbacks: [streams(event)] },
    );
    expect([sink.status, sink.header("x-should-retry")]).toEqual([400, "false"]);
    expect(fallbacks[0]!.requests).toEqual([]);
  });
});

describe("a stream that ends with its last event and no finish reason", () => {
  const events = [chunk({ index: 0, delta: { content: "hi" }, finish_reason: null }), "data: [DONE]\n\n"];
  const chat = { model: "m", messages, stream: true };

  it("passes to its end, and the receipt says what is missing", async () => {
    const { sink, receipt } = await serveCall("openai", streams(...events), "/v1/chat/completions", chat);
    expect([sink.isBroken, sink.isEnded, sink.text]).toEqual([false, true, events.join("")]);
    expect(receipt).toMatchObject({
      outcome: "complete",
      observed: {
        warnings: ["the engine's stream came to its last event and gave no reason for its end"],
      },
    });
  });

  it("is broken off if the last event is missing too", async () => {
    const { sink, receipt } = await serveCall("openai", streams(events[0]!), "/v1/chat/completions", chat);
    expect([sink.isBroken, receipt.outcome]).toEqual([true, "partial"]);
  });
});

describe("a finish reason that nobody knows", () => {
  const odd = (finish_reason: string) => ({
    choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason }],
  });

  it.each(["BRAND_NEW", "STOP_NOW", "brand_new", "7", "STOP"])("%s stays with its vendor", async (word) => {
    const script = answers(200, odd(word));
    const gemini = await serveCall("openai", script, "/v1beta/models/m:generateContent", generate);
    expect(gemini.sink.json).toMatchObject({ candidates: [{ finishReason: "OTHER" }] });
    const claude = await serveCall("openai", script, "/v1/messages", question);
    expect(claude.sink.json).toMatchObject({ stop_reason: "end_turn" });
  });

  it("of Gemini becomes one that the caller knows, and is reported", async () => {
    const value = { candidates: [{ content: { parts: [{ text: "hi" }] }, finishReason: "BRAND_NEW" }] };
    const { sink, receipt } = await serveCall("gemini", answers(200, value), "/v1/chat/completions", {
      model: "m",
      messages,
    });
    expect(sink.json).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(receipt.mapping?.at(-1)?.entries).toContainEqual(
      expect.objectContaining({ path: "$.candidates[0].finishReason", disposition: "disclosed" }),
    );
  });
});

describe("an engine's error", () => {
  const relay = {
    error: {
      message: "Provider returned error",
      code: 400,
      metadata: {
        raw: '{"error":"bad tool, key sk-ant-api03-abcdefghijklmnopqrstuvwx sesame"}',
        provider_name: "Acme",
      },
    },
    user_id: "u-1",
  };
  const conceal = (text: string) => text.replaceAll("sesame", "[hidden]");

  it.each([
    ["/v1/messages", question],
    ["/v1/messages", { ...question, stream: true }],
    ["/v1beta/models/m:generateContent", generate],
    ["/v1/responses", { model: "m", input: "hi" }],
  ])(
    "at %s has the words of the vendor behind a relay, without secrets, and a report",
    async (target, body) => {
      const { sink, receipt } = await serveCall("openai", answers(400, relay), target, body, {
        engine: { conceal },
      });
      expect(sink.status).toBe(400);
      const { message } = sink.json["error"] as { message: string };
      expect(message).toMatch(/^Provider returned error \(Acme: .*bad tool, key .*\[hidden\]/);
      expect(sink.text).not.toMatch(/sk-ant|sesame/);
      const report = receipt.mapping!.at(-1)!;
      expect(report).toMatchObject({ direction: "error", from: "openai" });
      expect(report.entries).toContainEqual({
        path: "$.user_id",
        disposition: "disclosed",
        reason: `an error of ${report.to} has no place for it`,
      });
      expect(report.entries.map(({ path }) => path)).not.toContain("$.error.metadata");
      expect(sink.header("x-abp-loss")).toContain("disclosed $.user_id");
    },
  );

  it("in the middle of a stream has the vendor's words too", async () => {
    const first = chunk({ index: 0, delta: { content: "hi" }, finish_reason: null });
    const script = streams(first, `data: ${JSON.stringify(relay)}\n\n`);
    const { sink } = await serveCall("openai", script, "/v1/messages", { ...question, stream: true });
    expect(sink.text).toContain("Provider returned error (Acme: ");
    expect(sink.text).not.toContain("sk-ant");
  });
});

describe("an answer with more than the caller's dialect can say", () => {
  const details = [{ type: "reasoning.encrypted", data: "x" }];
  const annotations = [{ type: "file_citation", file_citation: { file_id: "f" } }];
  const message = { role: "assistant", content: "hi", reasoning_details: details, annotations };
  const whole = {
    choices: [
      { index: 0, message, finish_reason: "stop" },
      { index: 1, message: { role: "assistant", content: "ho" }, finish_reason: "stop" },
    ],
  };
  const pieces = [
    chunk({ index: 0, delta: { content: "hi" } }),
    chunk({ index: 0, delta: { annotations, reasoning_details: details }, finish_reason: "stop" }),
    chunk({ index: 1, delta: { content: "ho" }, finish_reason: "stop" }),
    "data: [DONE]\n\n",
  ];

  it.each([
    ["whole", answers(200, whole), question, "$.choices[0].message.content"],
    ["streamed", streams(...pieces), { ...question, stream: true }, "$.choices[0].message"],
  ])("accounts for citations, reasoning and later answers: %s", async (_, script, body, cited) => {
    const { receipt } = await serveCall("openai", script, "/v1/messages", body);
    const entries = receipt.mapping!.at(-1)!.entries.map(({ path, feature }) => `${path} ${feature}`);
    expect(entries).toEqual(
      expect.arrayContaining([
        `${cited} citation`,
        "$.choices[0].message.reasoning_details vendor",
        "$.choices[1] candidates",
      ]),
    );
  });
});

describe("a prompt that asks a model to think", () => {
  it.each(["gpt-4o", "gpt-audio"])("is named in the header of %s's answer, once", async (model) => {
    const body = { ...question, max_tokens: 2000, model, thinking: { type: "enabled", budget_tokens: 1024 } };
    const script = answers(200, {
      choices: [{ index: 0, message: { content: "hi" }, finish_reason: "stop" }],
    });
    const { sink, engine } = await serveCall("openai", script, "/v1/messages", body, {
      engine: { provider: "openai" },
    });
    expect(String(engine.requests[0]!.body)).toContain("Think step by step");
    const named = sink
      .header("x-abp-loss")!
      .split(", ")
      .filter((one) => one.includes("thinking.type"));
    expect(named).toEqual(["emulated $.thinking.type by extended_thinking.prompt"]);
  });
});
