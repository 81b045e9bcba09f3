import { describe, expect, it } from "vitest";
import { type Candidate, Reply, type Stop } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { writing } from "../fixtures/streaming.ts";
import { claude } from "../index.ts";

const body = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-5",
  content: [{ type: "text", text: "hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const read = (members: object = {}) => claude.readReply({ ...body, ...members }, new Origins());
const write = (candidate: Partial<Candidate>, reply: Partial<Reply> = {}) =>
  claude.writeReply({ candidates: [{ index: 0, content: [], ...candidate }], ...reply }, writing);

describe("a reader of replies", () => {
  it("G2: counts the cached parts as parts of the input, and back", () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 7,
      cache_read_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 3 },
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 8 },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
      service_tier: "priority",
      inference_geo: null,
      speed: null,
    };
    const reply = read({ usage });
    expect(reply.usage).toEqual({
      input: 117,
      output: 20,
      cacheRead: 100,
      cacheWrite: 7,
      cacheWriteByTtl: { "5m": 4, "1h": 3 },
      reasoning: 8,
      serverTools: { web_search: 2 },
      vendor: { claude: { service_tier: "priority" } },
    });
    expect(claude.writeReply(reply, writing)["usage"]).toEqual(usage);
    expect(Reply.parse(reply)).toEqual(reply);
  });

  it.each([
    ["end_turn", "end_turn"],
    ["stop_sequence", "stop_sequence"],
    ["max_tokens", "max_tokens"],
    ["pause_turn", "pause_turn"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context_window"],
    ["compaction", "other"],
    ["something_new", "other"],
  ])("reads the stop reason %s and writes it back", (word, reason) => {
    const reply = read({ stop_reason: word });
    expect(reply.candidates[0]?.stop).toEqual({ reason, raw: word });
    expect(claude.writeReply(reply, writing)["stop_reason"]).toBe(word);
  });

  it("reads citations of every kind, and keeps what only this dialect knows", () => {
    const citations = [
      {
        type: "char_location",
        cited_text: "a",
        document_index: 0,
        document_title: "D",
        start_char_index: 1,
        end_char_index: 2,
      },
      {
        type: "page_location",
        cited_text: "a",
        document_index: 0,
        document_title: null,
        start_page_number: 1,
        end_page_number: 2,
      },
      {
        type: "content_block_location",
        cited_text: "a",
        document_index: 0,
        document_title: null,
        start_block_index: 0,
        end_block_index: 1,
      },
      {
        type: "web_search_result_location",
        cited_text: "a",
        url: "https://a.example",
        title: "A",
        encrypted_index: "x",
      },
      {
        type: "search_result_location",
        cited_text: "a",
        source: "s",
        title: "A",
        search_result_index: 0,
        start_block_index: 0,
        end_block_index: 1,
      },
      { type: "new_location", cited_text: "a", title: null, galaxy: 7 },
    ];
    const content = [{ type: "text", text: "t", citations }];
    const reply = read({ content });
    const [block] = reply.candidates[0]?.content ?? [];
    expect(block?.type === "text" && block.citations?.[0]).toEqual({
      kind: "char_location",
      text: "a",
      title: "D",
      start: 1,
      end: 2,
      vendor: { claude: { document_index: 0 } },
    });
    expect(claude.writeReply(reply, writing)["content"]).toEqual(content);
  });

  it("keeps what stands beside the message", () => {
    const members = {
      container: { id: "c" },
      stop_details: { type: "refusal", category: "bio" },
      stop_reason: "refusal",
      context_management: { applied_edits: [] },
    };
    const reply = read(members);
    expect(reply.candidates[0]?.vendor).toEqual({
      claude: { container: members.container, stop_details: members.stop_details },
    });
    expect(claude.writeReply(reply, writing)).toMatchObject(members);
  });

  it.each([
    [{ content: 5 }, "$.content"],
    [{ content: [{ type: "tool_use", name: "f" }] }, "$.content[0].id"],
    [{ usage: { input_tokens: "x" } }, "$.usage.input_tokens"],
    [{ stop_reason: 1 }, "$.stop_reason"],
  ])("names the place of what is wrong: %#", (members, where) => {
    expect(() => read(members)).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where }),
    );
  });
});

describe("a writer of replies", () => {
  it("uses the given id and model if the reply has none, and writes every count that the wire requires", () => {
    expect(write({ content: [{ type: "text", text: "x" }] })).toEqual({
      id: "msg_made",
      type: "message",
      role: "assistant",
      model: "claude-test",
      content: [{ type: "text", text: "x", citations: null }],
      stop_reason: "end_turn",
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
      usage: {
        input_tokens: 0,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
        cache_creation: null,
        output_tokens: 0,
        output_tokens_details: null,
        server_tool_use: null,
        inference_geo: null,
        service_tier: null,
        speed: null,
      },
    });
  });

  it("C1, C2: says tool_use for a mixed turn, and B19: not without a call", () => {
    const call = { type: "tool_use" as const, id: "a", name: "f", kind: "function" as const, input: {} };
    const reasonOf = (reason: Stop["reason"], content: Candidate["content"]) =>
      write({ content, stop: { reason } })["stop_reason"];
    expect(reasonOf("end_turn", [{ type: "text", text: "x" }, call])).toBe("tool_use");
    expect(reasonOf("max_tokens", [call])).toBe("max_tokens");
    expect(reasonOf("tool_use", [{ type: "text", text: "x" }])).toBe("end_turn");
    expect(reasonOf("end_turn", [{ type: "refusal", text: "no" }])).toBe("refusal");
    expect(reasonOf("content_filter", [])).toBe("refusal");
  });

  it("A6: gives thinking without a signature an empty one", () => {
    expect(write({ content: [{ type: "thinking", text: "t" }] })["content"]).toEqual([
      { type: "thinking", thinking: "t", signature: "" },
    ]);
  });

  it("E9: writes every block, and of several answers the first", () => {
    const { content } = claude.writeReply(
      {
        candidates: [
          { index: 1, content: [{ type: "text", text: "other" }] },
          { index: 0, content: ["a", "b", ""].map((text) => ({ type: "text", text })) },
        ],
      },
      writing,
    );
    expect(content).toEqual([
      { type: "text", text: "a", citations: null },
      { type: "text", text: "b", citations: null },
    ]);
  });

  it("says of every call who made it", () => {
    const call = { type: "tool_use" as const, id: "a", name: "f", kind: "function" as const, input: {} };
    const program = { type: "code_execution_20250825", tool_id: "srvtoolu_1" };
    const { content } = write({ content: [call, { ...call, vendor: { claude: { caller: program } } }] });
    expect(content).toEqual([
      { type: "tool_use", id: "a", name: "f", input: {}, caller: { type: "direct" } },
      { type: "tool_use", id: "a", name: "f", input: {}, caller: program },
    ]);
    const read = claude.readReply({ id: "m", model: "m", content }, new Origins());
    expect(read.candidates[0]?.content).toEqual([call, { ...call, vendor: { claude: { caller: program } } }]);
  });
});
