import { describe, expect, it } from "vitest";
import { claudeMessage, type Script, streams } from "../fixtures/scripted-engine.ts";
import { serveCall } from "../fixtures/served-call.ts";

const question = {
  model: "m",
  messages: [{ role: "user", content: "json please" }],
  response_format: { type: "json_object" },
};
const CHAT = "/v1/chat/completions";
const ONCE = ["x-abp-repair", "once"];

/** Answers each call with the next text, whole or streamed as the request asks. */
function says(...texts: readonly string[]): Script {
  let count = 0;
  return (handler, request) => {
    const text = texts[Math.min(count++, texts.length - 1)]!;
    if ((JSON.parse(String(request.body)) as { stream?: boolean }).stream === true) {
      streams(...streamed(text))(handler, request);
      return;
    }
    handler.onHead(200, ["content-type", "application/json"]);
    handler.onData(Buffer.from(JSON.stringify(claudeMessage(text))));
    handler.onEnd();
  };
}

function streamed(text: string): string[] {
  const usage = { input_tokens: 3, output_tokens: 2 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

describe.each([false, true])("an answer that is not the JSON that was asked for (streamed: %s)", (stream) => {
  const body = { ...question, stream };

  it("is a failed emulation, which no client retries", async () => {
    const { sink, engine, receipt } = await serveCall("claude", says("no", '{"a":1}'), CHAT, body);
    expect([sink.status, sink.header("x-should-retry")]).toEqual([400, "false"]);
    expect(sink.header("x-abp-error")).toBe("capability_emulation_failed");
    expect(engine.requests).toHaveLength(1);
    expect(receipt.termination).toMatchObject({ code: "capability_emulation_failed" });
  });

  it.each([
    ["the header", { headers: ONCE }],
    ["the configuration", { limits: { repairJson: true } }],
  ])("is repaired in a second round if %s asks for it", async (_, options) => {
    const { sink, engine, receipt } = await serveCall("claude", says("no", '{"a":1}'), CHAT, body, options);
    expect(sink.status).toBe(200);
    expect(sink.text).toContain('{\\"a\\":1}');
    expect(sink.text).not.toContain('"no"');
    expect(engine.requests).toHaveLength(2);
    const { messages } = JSON.parse(String(engine.requests[1]!.body)) as { messages: unknown[] };
    expect(JSON.stringify(messages)).toMatch(/json please.*"no".*not the JSON that was asked for/);
    expect(receipt).toMatchObject({
      outcome: "complete",
      usage: { input_tokens: 6, output_tokens: 4 },
      observed: { upstream_calls: [{ usage: { input_tokens: 3 } }, { usage: { input_tokens: 3 } }] },
    });
  });

  it("fails if the second one is not JSON either", async () => {
    const { sink, engine } = await serveCall("claude", says("no", "no again"), CHAT, body, { headers: ONCE });
    expect([sink.status, sink.header("x-abp-error")]).toEqual([400, "capability_emulation_failed"]);
    expect(engine.requests).toHaveLength(2);
  });

  it("is not repaired if the caller says so", async () => {
    const options = { headers: ["x-abp-repair", "never"], limits: { repairJson: true } };
    const { sink, engine } = await serveCall("claude", says("no", "{}"), CHAT, body, options);
    expect([sink.status, engine.requests.length]).toEqual([400, 1]);
  });

  it("costs one round if it is JSON", async () => {
    const { sink, engine, receipt } = await serveCall("claude", says("{}"), CHAT, body, { headers: ONCE });
    expect([sink.status, engine.requests.length]).toEqual([200, 1]);
    expect(receipt.usage).toMatchObject({ input_tokens: 3, output_tokens: 2 });
  });
});

describe.each([false, true])(
  "a repaired answer without the call that was required (streamed: %s)",
  (stream) => {
    const MISSING = "The model did not make the tool call that was required";
    const tools = [
      { type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } },
    ];
    const body = { ...question, model: "claude-opus-5-5", tools, tool_choice: "required", stream };

    it("is marked once for the caller and in the receipt", async () => {
      const { sink, receipt } = await serveCall("claude", says("no", '{"a":1}'), CHAT, body, {
        headers: ONCE,
      });
      expect(sink.status).toBe(200);
      const loss = stream ? sink.trailers["x-abp-loss"] : sink.header("x-abp-loss");
      expect(loss?.split(MISSING)).toHaveLength(2);
      expect(JSON.stringify(receipt.observed).split(MISSING)).toHaveLength(2);
    });
  },
);

it("a header that is neither of its two words is refused", async () => {
  const { sink, engine } = await serveCall("claude", says("{}"), CHAT, question, {
    headers: ["x-abp-repair", "twice"],
  });
  expect([sink.status, engine.requests.length]).toEqual([400, 0]);
});
