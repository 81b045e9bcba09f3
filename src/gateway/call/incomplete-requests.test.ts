import { describe, expect, it } from "vitest";
import { answers, chatCompletion, claudeMessage } from "../fixtures/scripted-engine.ts";
import { serveCall } from "../fixtures/served-call.ts";

const messages = [{ role: "user", content: "hi" }];
const toChat = answers(200, chatCompletion("hi"));
const toClaude = answers(200, claudeMessage("hi"));
const GENERATE = "/v1beta/models/m:generateContent";

describe("a request that its own vendor refuses", () => {
  it.each([
    ["openai", "/v1/messages", { model: "m", messages }, "max_tokens"],
    ["openai", "/v1/messages", { model: "m", max_tokens: -1, messages }, "max_tokens"],
    ["openai", "/v1/messages", { model: "m", max_tokens: 0, stream: true, messages }, "max_tokens"],
    ["openai", "/v1/messages", { model: "m", max_tokens: 1, messages: [] }, "messages"],
    ["openai", "/v1/messages", { max_tokens: 1, messages }, "model"],
    ["openai", "/v1/messages/count_tokens", { model: "m", messages: [] }, "messages"],
    ["claude", "/v1/chat/completions", { model: "m", messages: [] }, "messages"],
    ["claude", "/v1/chat/completions", { messages }, "model"],
    [
      "claude",
      "/v1/chat/completions",
      { model: "m", messages, max_completion_tokens: -5 },
      "max_completion_tokens",
    ],
    ["claude", "/v1/responses", { model: "m", input: [] }, "input"],
    ["claude", "/v1/responses", { model: "m", input: "hi", max_output_tokens: -1 }, "max_output_tokens"],
    ["claude", "/v1/responses", { input: "hi" }, "model"],
    ["claude", GENERATE, { contents: [] }, "contents"],
    [
      "claude",
      GENERATE,
      { contents: [{ parts: [{ text: "hi" }] }], generationConfig: { maxOutputTokens: -1 } },
      "generationConfig.maxOutputTokens",
    ],
  ])("is a 400 from %s at %s: %j", async (dialect, target, body, field) => {
    const limits = { estimateTokens: false };
    const { sink, engine, receipt } = await serveCall(dialect, toChat, target, body, { limits });
    expect([sink.status, sink.header("x-should-retry")]).toEqual([400, "false"]);
    const { message } = sink.json["error"] as { message: string };
    expect(message).toContain(`$.${field}`);
    expect(engine.requests).toEqual([]);
    expect(receipt.termination).toMatchObject({ code: "contract_schema_violation", reason: "refused" });
  });

  it.each([
    ["claude", "/v1/messages", { messages: [], max_tokens: -1 }],
    ["openai", "/v1/chat/completions", { messages: [] }],
  ])("passes to %s, which speaks its dialect", async (dialect, target, body) => {
    const { engine } = await serveCall(dialect, toClaude, target, body);
    expect(String(engine.requests[0]!.body)).toBe(JSON.stringify(body));
  });
});

describe("a request that names no model", () => {
  it.each([
    ["openai", "/v1/messages", { max_tokens: 1, messages }, toChat],
    ["claude", "/v1/chat/completions", { messages }, toClaude],
    ["claude", "/v1/responses", { input: "hi" }, toClaude],
  ])("gets the default model of %s at %s", async (dialect, target, body, script) => {
    const { sink, engine } = await serveCall(dialect, script, target, body, {
      engine: { defaultModel: "usual" },
    });
    expect(sink.status).toBe(200);
    expect(JSON.parse(String(engine.requests[0]!.body))).toMatchObject({ model: "usual" });
  });
});
