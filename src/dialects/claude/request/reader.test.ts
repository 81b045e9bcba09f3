import { describe, expect, it } from "vitest";
import { Conversation } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { write } from "../fixtures/foreign.ts";
import { claude } from "../index.ts";

const read = (body: object) => claude.readRequest(body, { origins: new Origins() });
const base = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hi" }] };

describe("a reader of requests", () => {
  it("gives a conversation that its own schema accepts", () => {
    const body = {
      ...base,
      system: [{ type: "text", text: "s", cache_control: { type: "ephemeral", ttl: "1h" } }],
      tools: [
        { name: "f", input_schema: { type: "object" }, strict: true, defer_loading: true },
        { type: "web_search_20260318", name: "web_search" },
        { type: "mcp_toolset", mcp_server_name: "x" },
      ],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      thinking: { type: "enabled", budget_tokens: 50, display: "omitted" },
      output_config: { effort: "high", task_budget: { type: "tokens", total: 5 } },
      metadata: { user_id: "u", other: 1 },
      betas: ["x"],
    };
    const conversation = read(body);
    expect(Conversation.parse(conversation)).toEqual(conversation);
    expect(conversation).toMatchObject({
      system: [{ cache: { ttl: "1h" } }],
      toolChoice: { mode: "required" },
      parallelToolCalls: false,
      reasoning: { mode: "on", budgetTokens: 50, display: "none", effort: "high" },
      user: "u",
      vendor: {
        claude: { betas: ["x"], metadata: { other: 1 }, output_config: { task_budget: { total: 5 } } },
      },
    });
    expect(conversation.tools.map(({ kind, name }) => [kind, name])).toEqual([
      ["function", "f"],
      ["server", "web_search"],
      ["server", "x"],
    ]);
  });

  it("marks where everything stood", () => {
    const origins = new Origins();
    const content = [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "x" }] }];
    const { messages } = claude.readRequest({ ...base, messages: [{ role: "user", content }] }, { origins });
    const block = messages[0]?.content[0];
    expect(origins.of(block!)).toBe("$.messages[0].content[0]");
    expect(block?.type === "tool_result" && origins.of(block.content[0]!)).toBe(
      "$.messages[0].content[0].content[0]",
    );
  });

  it("takes the model and streaming from the path if the body has none", () => {
    const { model: _, ...body } = base;
    const origins = new Origins();
    const taken = claude.readRequest(body, { origins, model: "claude-x", stream: true });
    expect(taken).toMatchObject({ model: "claude-x", stream: { enabled: true } });
  });

  it.each([
    [{ ...base, messages: 3 }, "$.messages"],
    [{ ...base, messages: ["hi"] }, "$.messages[0]"],
    [{ ...base, messages: [{ role: "robot", content: "" }] }, "$.messages[0].role"],
    [{ ...base, messages: [{ role: "user", content: 5 }] }, "$.messages[0].content"],
    [{ ...base, messages: [{ role: "user", content: [{ text: "x" }] }] }, "$.messages[0].content[0].type"],
    [
      { ...base, messages: [{ role: "user", content: [{ type: "image" }] }] },
      "$.messages[0].content[0].source",
    ],
    [{ ...base, max_tokens: "many" }, "$.max_tokens"],
    [{ ...base, tools: [{ input_schema: {} }] }, "$.tools[0].name"],
    [{ ...base, stop_sequences: [1] }, "$.stop_sequences[0]"],
    [{ messages: [] }, "$.model"],
    [{ model: "m" }, "$.messages"],
    [[], "$"],
  ])("names the place of what is wrong: %#", (body, where) => {
    expect(() => read(body as object)).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where }),
    );
  });

  it("tells documents of content blocks and search results to others as text, and takes them back whole", () => {
    const content = [
      {
        type: "document",
        source: {
          type: "content",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
        title: "T",
      },
      {
        type: "search_result",
        source: "https://a.example",
        title: "S",
        content: [{ type: "text", text: "found" }],
        citations: { enabled: true },
      },
    ];
    const messages = [{ role: "user", content }];
    const taken = read({ ...base, messages });
    expect(taken.messages[0]?.content).toMatchObject([
      { type: "document", title: "T", source: { kind: "text", text: "a\nb" } },
      { type: "document", title: "S", citations: true, source: { kind: "text", text: "found" } },
    ]);
    expect(write(taken).body["messages"]).toEqual(messages);
  });
});
