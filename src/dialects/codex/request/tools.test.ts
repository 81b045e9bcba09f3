import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../contract/index.ts";
import { read, write } from "../fixtures/stage.ts";

function inputOf(body: Record<string, unknown>) {
  return body["input"] as Record<string, unknown>[];
}

function conversation(more: Partial<Conversation>): Conversation {
  return { model: "m", system: [], tools: [], messages: [], sampling: {}, stop: [], ...more };
}

const _reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" };
const _call = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "look",
  arguments: '{ "a": 1 }',
  status: "completed",
};
const _said = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  phase: "commentary",
  content: [{ type: "output_text", text: "I look.", annotations: [], logprobs: [] }],
};

describe("tools in a request of the Responses API", () => {
  it.each(["none", "auto", "required"])("D1, D2: carries the tool choice %s", (choice) => {
    const conversation1 = read({ model: "m", input: "x", tool_choice: choice, parallel_tool_calls: false });
    expect(conversation1.toolChoice).toEqual({ mode: choice });
    expect(conversation1.parallelToolCalls).toBe(false);
    expect(write(conversation1).body).toMatchObject({ tool_choice: choice, parallel_tool_calls: false });
  });

  it.each([
    [
      { type: "function", name: "f" },
      { mode: "tool", name: "f" },
    ],
    [
      { type: "custom", name: "p" },
      { mode: "tool", name: "p" },
    ],
    [{ type: "web_search_preview" }, { mode: "tool", name: "web_search_preview" }],
    [
      { type: "mcp", server_label: "s", name: "n" },
      { mode: "tool", name: "mcp" },
    ],
    [
      { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "f" }] },
      { mode: "required", allowed: ["f"] },
    ],
    [
      { type: "allowed_tools", mode: "auto", tools: [{ type: "mcp", server_label: "s" }] },
      { mode: "auto", allowed: ["s"] },
    ],
  ])("D2: carries the tool choice %j", (choice, expected) => {
    const conversation1 = read({ model: "m", input: "x", tool_choice: choice });
    expect(conversation1.toolChoice).toMatchObject(expected);
    expect(write(conversation1).body["tool_choice"]).toEqual(choice);
  });

  it("D3: says nothing of a choice that nobody made", () => {
    expect(write(read({ model: "m", input: "x", parallel_tool_calls: true })).body).not.toHaveProperty(
      "tool_choice",
    );
  });

  it("D4, D20: carries schemas as they are", () => {
    const parameters = { type: "object", properties: { a: { const: 1 } }, additionalProperties: false };
    const tools = [
      {
        type: "function",
        name: "f",
        parameters,
        strict: true,
        defer_loading: true,
        allowed_callers: ["direct"],
      },
      { type: "function", name: "g", parameters: { type: "object", properties: {} }, strict: false },
    ];
    expect(write(read({ model: "m", input: "x", tools })).body["tools"]).toEqual(tools);
  });

  it("D4: does not let a foreign function become strict by default", () => {
    const tool = { kind: "function" as const, name: "f", parameters: { type: "object" } };
    const { body, notes } = write(conversation({ tools: [tool] }));
    expect(body["tools"]).toEqual([
      { type: "function", name: "f", parameters: { type: "object" }, strict: false },
    ]);
    expect(notes).toMatchObject([{ node: tool, disposition: "mapped", feature: "tool.strict" }]);
  });

  it("D11: keeps ids of calls within 64 characters, the same for call and result", () => {
    const id = `call_${"x".repeat(90)}`;
    const { body } = write(
      conversation({
        messages: [
          { role: "assistant", content: [{ type: "tool_use", id, name: "f", kind: "function", input: {} }] },
          { role: "user", content: [{ type: "tool_result", id, kind: "function", content: [] }] },
        ],
      }),
    );
    const [made, answered] = inputOf(body);
    expect(String(made?.["call_id"]).length).toBeLessThanOrEqual(64);
    expect(answered?.["call_id"]).toBe(made?.["call_id"]);
  });

  it("D12, D21: writes results before what the same message says", () => {
    const { body } = write(
      conversation({
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "and now?" },
              { type: "tool_result", id: "a", kind: "function", content: [{ type: "text", text: "1" }] },
              { type: "tool_result", id: "b", kind: "function", content: [{ type: "text", text: "2" }] },
            ],
          },
        ],
      }),
    );
    expect(inputOf(body).map((item) => item["call_id"] ?? item["role"])).toEqual(["a", "b", "user"]);
  });

  it("D14: reads empty arguments as an empty object", () => {
    const body = { model: "m", input: [{ type: "function_call", call_id: "c", name: "f", arguments: "" }] };
    const [block] = read(body).messages[0]!.content;
    expect(block).toMatchObject({ input: {} });
    expect(block).not.toHaveProperty("inputText");
    expect(write(read(body)).body).toEqual(body);
  });

  it("D16: carries freeform tools, their calls, results and grammar", () => {
    const body = {
      model: "m",
      tools: [
        {
          type: "custom",
          name: "patch",
          description: "d",
          format: { type: "grammar", syntax: "lark", definition: "x" },
        },
      ],
      input: [
        { type: "custom_tool_call", call_id: "c", name: "patch", input: "*** Begin" },
        { type: "custom_tool_call_output", call_id: "c", output: "ok" },
      ],
    };
    const conversation1 = read(body);
    expect(conversation1.tools[0]).toMatchObject({ kind: "custom", name: "patch" });
    expect(conversation1.messages[0]?.content[0]).toMatchObject({ kind: "custom", inputText: "*** Begin" });
    expect(write(conversation1).body).toEqual(body);
  });

  it("D16: opens namespaces and closes them in the same order", () => {
    const inner = { type: "function", name: "f", parameters: {}, strict: false };
    const tools = [
      { type: "namespace", name: "n", description: "one", tools: [inner, { ...inner, name: "g" }] },
      { type: "namespace", name: "n", description: "two", tools: [{ ...inner, name: "h" }] },
      { type: "function", name: "plain", parameters: {}, strict: false },
      { type: "namespace", name: "m", description: "", tools: [{ type: "custom", name: "free" }] },
    ];
    const conversation1 = read({ model: "m", input: "x", tools });
    expect(conversation1.tools.map((tool) => ("namespace" in tool ? tool.namespace : tool.name))).toEqual([
      "n",
      "n",
      "n",
      "plain",
      "m",
    ]);
    expect(write(conversation1).body["tools"]).toEqual(tools);
  });

  it("D16: counts the tools that an item of the input brings among the tools", () => {
    const brought = [{ type: "function", name: "f", parameters: {}, strict: false }];
    const body = {
      model: "m",
      input: [
        { role: "user", content: "a" },
        { type: "additional_tools", id: "at_1", role: "developer", tools: brought },
        { role: "user", content: "b" },
      ],
    };
    const conversation1 = read(body);
    expect(conversation1.tools).toMatchObject([{ kind: "function", name: "f" }]);
    expect(conversation1.messages).toHaveLength(2);
    expect(write(conversation1).body).toEqual(body);
  });

  it("D17, D18: keeps server tools and their items whole and in order", () => {
    const input = [
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
      { type: "mcp_approval_response", approval_request_id: "r", approve: true },
      { type: "shell_call_output", call_id: "c", output: [] },
      { type: "item_reference", id: "x" },
      { id: "y" },
      { type: "compaction", encrypted_content: "z" },
    ];
    const tools = [
      { type: "web_search", filters: { allowed_domains: ["a"] } },
      { type: "mcp", server_label: "s" },
    ];
    const conversation1 = read({ model: "m", input, tools });
    expect(conversation1.tools).toMatchObject([
      { kind: "server", name: "web_search" },
      { kind: "server", name: "mcp" },
    ]);
    // The caller's own shell gives results like any function.
    expect(conversation1.messages.flatMap(({ content }) => content.map(({ type }) => type))).toEqual([
      "opaque",
      "opaque",
      "tool_result",
      "opaque",
      "opaque",
      "opaque",
    ]);
    expect(write(conversation1).body).toEqual({ model: "m", input, tools });
  });

  it("D19, H17: carries results as text or as typed parts, images among them", () => {
    const output = [
      { type: "input_text", text: "here" },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
      { type: "input_file", file_data: "data:application/pdf;base64,BBBB", filename: "a.pdf" },
    ];
    const body = {
      model: "m",
      input: [
        { type: "function_call_output", call_id: "a", output },
        { type: "function_call_output", call_id: "b", output: "" },
        { type: "function_call_output", call_id: "c", output: [] },
        { type: "function_call_output", call_id: "d", output: [{ type: "input_text", text: "only" }] },
      ],
    };
    const [first] = read(body).messages[0]!.content;
    expect(first).toMatchObject({
      type: "tool_result",
      content: [
        { type: "text" },
        { type: "image", source: { kind: "base64", mediaType: "image/png", data: "AAAA" } },
        { type: "document" },
      ],
    });
    expect(write(read(body)).body).toEqual(body);
  });
});
