import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../contract/index.ts";
import { mixedStream, replyStart } from "./fixtures/foreign.ts";
import { streamFaults, writeStream } from "./fixtures/streaming.ts";
import { claude } from "./index.ts";

const request = { model: "m", max_tokens: 10, messages: [{ role: "user" as const, content: "hi" }] };

function clientFor(text: string, status = 200, type = "text/event-stream"): Anthropic {
  return new Anthropic({
    apiKey: "none",
    maxRetries: 0,
    fetch: async () => new Response(text, { status, headers: { "content-type": type } }),
  });
}

describe("streams that are written here, read by the vendor's own SDK", () => {
  it("A6: give the whole message, with a signature on thinking and one message_delta", async () => {
    const text = writeStream(mixedStream);
    expect(text.match(/^event: message_delta$/gm)).toHaveLength(1);
    expect(text.indexOf("signature_delta")).toBeLessThan(text.indexOf("content_block_stop"));
    const message = await clientFor(text).messages.stream(request).finalMessage();
    expect(message).toMatchObject({
      id: "chatcmpl-1",
      type: "message",
      role: "assistant",
      model: "other-model",
      content: [
        { type: "thinking", thinking: "Let me look.", signature: "" },
        { type: "text", text: "I call two tools.\n\u2028" },
        { type: "tool_use", id: "call_a", name: "weather", input: { city: "Ghent" } },
        { type: "tool_use", id: "call_b", name: "clock", input: {} },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: {
        input_tokens: 30,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 60,
        output_tokens: 20,
        output_tokens_details: { thinking_tokens: 5 },
      },
    });
    expect(message.content).toHaveLength(4);
  });

  it("B13: may hold nothing but thinking", async () => {
    const text = writeStream([...mixedStream.slice(0, 5), ...mixedStream.slice(-3)]);
    const message = await clientFor(text).messages.stream(request).finalMessage();
    expect(message.content).toEqual([{ type: "thinking", thinking: "Let me look.", signature: "" }]);
    expect(message.stop_reason).toBe("end_turn");
  });

  it("H10: end in an error that the SDK throws", async () => {
    const events: StreamEvent[] = [
      ...mixedStream.slice(0, 4),
      { type: "error", code: "backend_unavailable", message: "the engine is busy" },
    ];
    const final = clientFor(writeStream(events)).messages.stream(request).finalMessage();
    await expect(final).rejects.toMatchObject({ error: { error: { type: "overloaded_error" } } });
  });

  it("H10: end in an error when the events stop without an end", async () => {
    const final = clientFor(writeStream(mixedStream.slice(0, 6)))
      .messages.stream(request)
      .finalMessage();
    await expect(final).rejects.toThrow(/stream ended/);
  });

  it("carry citations, server tools and refusals", async () => {
    const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } };
    const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
    const at = (block: number) => ({ candidate: 0, block });
    const text = writeStream([
      replyStart,
      {
        type: "block_start",
        ...at(0),
        content: { type: "opaque", dialect: "claude", kind: search.type, value: { ...search, input: {} } },
      },
      {
        type: "block_stop",
        ...at(0),
        content: { type: "opaque", dialect: "claude", kind: search.type, value: search },
      },
      {
        type: "block_start",
        ...at(1),
        content: { type: "opaque", dialect: "claude", kind: result.type, value: result },
      },
      { type: "block_stop", ...at(1) },
      { type: "block_start", ...at(2), content: { type: "refusal", text: "" } },
      { type: "text_delta", ...at(2), text: "No." },
      { type: "block_stop", ...at(2) },
      { type: "block_start", ...at(3), content: { type: "text", text: "" } },
      { type: "text_delta", ...at(3), text: "See there." },
      {
        type: "citation",
        ...at(3),
        citation: { kind: "url_citation", url: "https://a.example", title: "A" },
      },
      { type: "block_stop", ...at(3) },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
      { type: "reply_stop" },
    ]);
    expect(streamFaults(text)).toEqual([]);
    const message = await clientFor(text).beta.messages.stream(request).finalMessage();
    expect(message.stop_reason).toBe("refusal");
    expect(message.content).toMatchObject([
      search,
      result,
      { type: "text", text: "No." },
      { type: "text", text: "See there.", citations: [{ url: "https://a.example", encrypted_index: "" }] },
    ]);
  });
});

describe("other answers, read by the vendor's own SDK", () => {
  it("are its errors", async () => {
    const { status, body } = claude.writeError({
      code: "mapping_unsupported_capability",
      status: 501,
      message: "$.seed cannot be honoured",
      param: "$.seed",
    });
    const call = clientFor(JSON.stringify(body), status, "application/json").messages.create(request);
    await expect(call).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
      errorCode: "mapping_unsupported_capability",
    });
  });

  it("H18: are its list of models", async () => {
    const body = claude.writeModels([{ id: "a", name: "A", created: 1_700_000_000 }, { id: "b" }]);
    const page = await clientFor(JSON.stringify(body), 200, "application/json").models.list();
    expect(page.data.map(({ id, display_name }) => [id, display_name])).toEqual([
      ["a", "A"],
      ["b", "b"],
    ]);
    expect(page.hasNextPage()).toBe(false);
  });

  it("are its token counts", async () => {
    const body = JSON.stringify(claude.writeTokenCount(42));
    const count = await clientFor(body, 200, "application/json").messages.countTokens(request);
    expect(count.input_tokens).toBe(42);
  });
});
