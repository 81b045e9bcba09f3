import { describe, expect, it } from "vitest";
import type { Candidate, Reply } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { facts } from "../fixtures/stage.ts";
import { codex } from "../index.ts";

function readBody(more: object) {
  const body = {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: [],
    ...more,
  };
  return codex.readReply(body, new Origins());
}

function stopOf(more: object) {
  return readBody(more).candidates[0]?.stop?.reason;
}

function writeCandidate(more: Partial<Candidate>, reply: Partial<Reply> = {}) {
  return codex.writeReply({ candidates: [{ index: 0, content: [], ...more }], ...reply }, facts);
}

const call = {
  type: "function_call",
  id: "fc_1",
  call_id: "c",
  name: "f",
  arguments: "{}",
  status: "completed",
};
const said = (text: string) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});

describe("a reply of the Responses API", () => {
  it("C1, C2, C3: stops for the tool whenever it calls one", () => {
    expect(stopOf({ output: [said("x"), call] })).toBe("tool_use");
    expect(stopOf({ output: [said("x")] })).toBe("end_turn");
  });

  it("C5, C6, C7: tells what cut an answer off, and keeps the cut call", () => {
    const cut = readBody({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ ...call, arguments: '{"a":', status: "incomplete" }],
    });
    expect(cut.candidates[0]).toMatchObject({
      stop: { reason: "max_tokens" },
      content: [{ type: "tool_use", inputText: '{"a":' }],
    });
    expect(codex.writeReply(cut, facts)).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "function_call", arguments: '{"a":', status: "incomplete" }],
    });
    expect(stopOf({ status: "incomplete", incomplete_details: { reason: "content_filter" } })).toBe(
      "content_filter",
    );
    expect(stopOf({ status: "failed", error: { code: "server_error", message: "x" } })).toBe("error");
  });

  it("C6: a refusal is one", () => {
    const refusal = { ...said(""), content: [{ type: "refusal", refusal: "No." }] };
    expect(stopOf({ output: [refusal] })).toBe("refusal");
    const content: Candidate["content"] = [{ type: "refusal", text: "No." }];
    expect(writeCandidate({ content, stop: { reason: "refusal" } })).toMatchObject({ status: "completed" });
    expect(writeCandidate({ stop: { reason: "refusal" } })).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "content_filter" },
    });
  });

  it("B16: states everything that strict clients ask for", () => {
    const written = writeCandidate({ content: [{ type: "text", text: "x" }], stop: { reason: "end_turn" } });
    for (const member of [
      "id",
      "object",
      "created_at",
      "status",
      "error",
      "incomplete_details",
      "instructions",
      "metadata",
      "model",
      "output",
      "parallel_tool_calls",
      "temperature",
      "tool_choice",
      "tools",
      "top_p",
      "usage",
    ])
      expect(written).toHaveProperty(member);
    expect(written["output"]).toEqual([
      {
        type: "message",
        id: "msg_1_0",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "x", annotations: [], logprobs: [] }],
      },
    ]);
  });

  it("B14: gives equal replies equal ids, and every item its own", () => {
    const content: Candidate["content"] = [
      { type: "thinking", text: "t" },
      { type: "text", text: "a" },
      { type: "tool_use", id: "c", name: "f", kind: "function", input: {} },
      { type: "text", text: "b" },
    ];
    const ids = () => (writeCandidate({ content })["output"] as { id: string }[]).map(({ id }) => id);
    expect(ids()).toEqual(["rs_1_0", "msg_1_1", "fc_1_2", "msg_1_3"]);
    expect(ids()).toEqual(ids());
  });

  it("A4, A18: writes thinking once, as a reasoning item and never as text", () => {
    const written = writeCandidate({
      content: [
        { type: "thinking", text: "deep", signature: "sig" },
        { type: "thinking", text: "short", summary: true },
        { type: "redacted_thinking", data: "x" },
      ],
    });
    expect(written["output"]).toEqual([
      { type: "reasoning", id: "rs_1_0", summary: [], content: [{ type: "reasoning_text", text: "deep" }] },
      { type: "reasoning", id: "rs_1_1", summary: [{ type: "summary_text", text: "short" }] },
    ]);
    expect(codex.replyFeatures["thinking.signature"].is).toBe("none");
  });

  it("A3: a signature without text leaves no mark between the parts of a message", () => {
    const content: Candidate["content"] = [
      { type: "text", text: "a" },
      { type: "thinking", text: "", signature: "sig" },
      { type: "text", text: "b" },
    ];
    expect(writeCandidate({ content })["output"]).toMatchObject([
      { content: [{ text: "a" }, { text: "b" }] },
    ]);
  });

  it("A8, A13: text blocks without seams share a message; items of its own stay apart", () => {
    const reply = readBody({ output: [said("a"), { ...said("b"), id: "msg_2", phase: "final_answer" }] });
    const written = codex.writeReply(reply, facts)["output"];
    expect(written).toMatchObject([{ id: "msg_1" }, { id: "msg_2", phase: "final_answer" }]);
    const joined = writeCandidate({
      content: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    })["output"];
    expect(joined).toMatchObject([{ content: [{ text: "a" }, { text: "b" }] }]);
  });

  it("G2, G4: maps usage both ways, cached and reasoning tokens included", () => {
    const usage = {
      input_tokens: 10,
      input_tokens_details: {
        cached_tokens: 4,
        cache_write_tokens: 3,
        cache_write_tokens_details: { ttl_12h_tokens: 1, ttl_30m_tokens: 2 },
      },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2, tool_output_tokens: 1 },
      total_tokens: 15,
      cost: 0.1,
    };
    const reply = readBody({ usage });
    expect(reply.usage).toMatchObject({
      input: 10,
      output: 5,
      total: 15,
      cacheRead: 4,
      cacheWrite: 3,
      cacheWriteByTtl: { "12h": 1, "30m": 2 },
      reasoning: 2,
    });
    expect(codex.writeReply(reply, facts)["usage"]).toEqual(usage);
  });

  it("carries citations, and foreign ones that name an address", () => {
    const annotation = { type: "file_citation", file_id: "file_1", filename: "a", index: 3 };
    const cited = {
      ...said("x"),
      content: [{ type: "output_text", text: "x", annotations: [annotation], logprobs: [] }],
    };
    expect(codex.writeReply(readBody({ output: [cited] }), facts)["output"]).toEqual([cited]);
    const foreign = writeCandidate({
      content: [
        {
          type: "text",
          text: "abc",
          citations: [
            { kind: "web_search_result_location", url: "https://a" },
            { kind: "char_location", text: "q" },
          ],
        },
      ],
    });
    expect(foreign["output"]).toMatchObject([
      {
        content: [
          {
            annotations: [
              { type: "url_citation", url: "https://a", title: "", start_index: 0, end_index: 3 },
            ],
          },
        ],
      },
    ]);
  });

  it("gives every text the log probabilities of its own tokens", () => {
    const token = (text: string) => ({ token: text, logprob: -1, bytes: [], top_logprobs: [] });
    const part = (...tokens: string[]) => ({
      type: "output_text",
      text: tokens.join(""),
      annotations: [],
      logprobs: tokens.map(token),
    });
    const output = [
      { ...said(""), content: [part("a", "bc"), part("d")] },
      { ...said(""), id: "msg_2", content: [part("e", "f")] },
    ];
    const reply = readBody({ output });
    expect(reply.candidates[0]?.logprobs).toHaveLength(5);
    expect(codex.writeReply(reply, facts)["output"]).toEqual(output);
  });

  it("keeps a response that has not ended as it is", () => {
    const reply = readBody({ status: "queued", background: true });
    expect(reply.candidates[0]?.stop).toBeUndefined();
    expect(codex.writeReply(reply, facts)).toMatchObject({ status: "queued", background: true });
  });
});

describe("errors, counts and models", () => {
  it.each([
    [
      401,
      { error: { message: "no", type: "invalid_request_error", param: null, code: "invalid_api_key" } },
      "backend_auth_failed",
    ],
    [
      400,
      {
        error: {
          message: "long",
          type: "invalid_request_error",
          param: "input",
          code: "context_length_exceeded",
        },
      },
      "backend_context_length",
    ],
    [
      429,
      { error: { message: "slow", type: "requests", param: null, code: "rate_limit_exceeded" } },
      "backend_rate_limited",
    ],
    [400, { code: "invalid-argument", error: "Model not found" }, "validation_failed"],
    [400, { detail: "Instructions are required" }, "validation_failed"],
    [502, "Bad gateway", "backend_unavailable"],
    [500, null, "backend_unavailable"],
  ])("reads the error %d %j", (status, body, code) => {
    const failure = codex.readError(status, body);
    expect(failure).toMatchObject({ status, code });
    expect(failure.message).not.toBe("");
    expect(codex.writeError(failure).body).toMatchObject({ error: { message: failure.message } });
  });

  it("names a refusal of ours by its number", () => {
    const { status, body } = codex.writeError({
      code: "mapping_unsupported_capability",
      status: 400,
      message: "no stop",
      param: "$.stop",
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: { message: "no stop", type: "invalid_request_error", param: "$.stop", code: "E001" },
    });
  });

  it("G10: counts tokens in OpenAI's shape", () => {
    expect(codex.writeTokenCount(7)).toEqual({ object: "response.input_tokens", input_tokens: 7 });
    expect(codex.readTokenCount(codex.writeTokenCount(7))).toBe(7);
    expect(() => codex.readTokenCount({})).toThrow("$.input_tokens");
  });

  it("H18: lists models in OpenAI's shape", () => {
    const list = codex.writeModels([{ id: "gpt-5", created: 3, owner: "openai" }, { id: "x" }]);
    expect(list).toMatchObject({
      object: "list",
      data: [{ id: "gpt-5", object: "model", created: 3, owned_by: "openai" }, { id: "x" }],
    });
    expect(codex.readModels(list)).toMatchObject([{ id: "gpt-5", created: 3, owner: "openai" }, { id: "x" }]);
    expect(codex.readModels({ models: [{ slug: "gpt-5-codex", display_name: "Codex" }] })).toEqual([
      { id: "gpt-5-codex", name: "Codex" },
    ]);
  });

  it("differs from those of other dialects", () => {
    expect(codex.detect({ model: "m", messages: [] }, {})).toBe(0);
    expect(codex.detect({ contents: [] }, {})).toBe(0);
    expect(codex.detect({ model: "m", input: "x" }, { path: "/v1/responses" })).toBe(1);
    expect(codex.detect({ model: "m", input: "x" }, {})).toBeLessThan(0.5);
    expect(codex.detect({ model: "m", input: "x", max_output_tokens: 5 }, {})).toBeGreaterThan(0.8);
  });
});
