import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { translateReply } from "../translate/reply.ts";
import { translateRequest } from "../translate/request.ts";

const everyone = ["claude", "codex", "gemini", "openai", "kimi", "copilot"];

function translate(from: string, to: string, body: object, options: object = {}) {
  return translateRequest(findDialect(from), findDialect(to), body, { model: "m", ...options });
}

function lost(from: string, to: string, body: object): Record<string, string> {
  const { report } = translate(from, to, body);
  const entries = report.entries.filter(({ disposition }) => disposition !== "mapped");
  return Object.fromEntries(entries.map(({ path, feature }) => [path, feature ?? ""]));
}

const claudeTools = [
  { type: "bash_20250124", name: "bash" },
  { type: "text_editor_20250124", name: "str_replace_editor" },
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 10000 },
  { type: "memory_20250818", name: "memory", cache_control: { type: "ephemeral" } },
];
const claudeBody = {
  model: "m",
  max_tokens: 9,
  tools: claudeTools,
  tool_choice: { type: "tool", name: "bash" },
  messages: [
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "bash", input: { command: "ls" } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "a.txt" }] },
  ],
};

const codexTools = [
  { type: "local_shell" },
  { type: "shell", environment: { type: "local" } },
  { type: "apply_patch" },
];
const codexItems = [
  {
    type: "local_shell_call",
    id: "lsh_1",
    call_id: "c1",
    status: "completed",
    action: { type: "exec", command: ["ls"], env: {} },
  },
  { type: "local_shell_call_output", id: "lsh_1", output: '{"stdout":"a.txt"}' },
  { type: "shell_call", call_id: "c2", action: { commands: ["ls"], timeout_ms: 5 }, status: "completed" },
  {
    type: "shell_call_output",
    call_id: "c2",
    output: [{ stdout: "a.txt", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
  },
  {
    type: "apply_patch_call",
    call_id: "c3",
    operation: { type: "delete_file", path: "a.txt" },
    status: "completed",
  },
  { type: "apply_patch_call_output", call_id: "c3", status: "failed", output: "no such file" },
];
const codexBody = { model: "m", tools: codexTools, input: [{ role: "user", content: "go" }, ...codexItems] };

describe("a typed tool that the caller runs", () => {
  it("goes back to its own vendor as it came, with its calls and results", () => {
    const claude = translate("claude", "claude", claudeBody).request.body;
    expect(claude["tools"]).toEqual(claudeTools);
    expect(claude["messages"]).toEqual(claudeBody.messages);
    const codex = translate("codex", "codex", codexBody).request.body;
    expect(codex["tools"]).toEqual(codexTools);
    expect((codex["input"] as unknown[]).slice(1)).toEqual(codexItems);
  });

  it.each(everyone.filter((to) => to !== "claude"))(
    "of Claude is a function of the same name for %s",
    (to) => {
      const { request } = translate("claude", to, claudeBody);
      const text = JSON.stringify(request.body);
      for (const { name } of claudeTools) expect(text).toContain(`"name":"${name}"`);
      expect(text).not.toMatch(/_2025\d{4}/);
      expect(text).toContain("10000 characters");
      expect(text).toContain("a.txt");
      const entries = lost("claude", to, claudeBody);
      for (const index of [0, 1, 2, 3]) expect(entries[`$.tools[${index}].type`]).toBe("tool.typed");
      expect(() => translate("claude", to, claudeBody, { strict: true })).toThrow(/cannot be honoured/);
    },
  );

  it.each(everyone.filter((to) => to !== "codex"))(
    "of OpenAI is a function for %s, and its calls are calls",
    (to) => {
      const { request } = translate("codex", to, codexBody);
      const text = JSON.stringify(request.body);
      for (const { type } of codexTools) expect(text).toContain(`"name":"${type}"`);
      expect(text).not.toMatch(/_call"|_call_output/);
      expect(text).toContain("exit_code");
      expect(text).toContain("no such file");
    },
  );

  it("marks a patch that failed as an error", () => {
    const text = JSON.stringify(translate("codex", "claude", codexBody).request.body);
    expect(text).toContain('"content":"no such file","is_error":true');
  });

  it("can be forced by its type", () => {
    const { request } = translate("codex", "claude", { ...codexBody, tool_choice: { type: "shell" } });
    expect(request.body["tool_choice"]).toEqual({ type: "tool", name: "shell" });
    const own = translate("codex", "codex", { ...codexBody, tool_choice: { type: "apply_patch" } });
    expect(own.request.body["tool_choice"]).toEqual({ type: "apply_patch" });
  });

  it.each([
    ["local_shell", { command: "ls" }, { action: { type: "exec", command: ["bash", "-lc", "ls"], env: {} } }],
    ["shell", { commands: ["ls"] }, { action: { commands: ["ls"] } }],
    [
      "apply_patch",
      { operation: { type: "delete_file", path: "a" } },
      { operation: { type: "delete_file", path: "a" } },
    ],
  ])("gets calls of %s back in their own form", (name, input, expected) => {
    const { memory } = translate("codex", "claude", codexBody);
    const reply = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "tool_use", id: "toolu_9", name, input }],
      stop_reason: "tool_use",
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    const options = { memory, id: "resp_1", created: 0 };
    const { body } = translateReply(findDialect("claude"), findDialect("codex"), reply, options);
    expect(body["output"]).toMatchObject([{ type: `${name}_call`, call_id: "toolu_9", ...expected }]);
  });

  it("keeps its calls apart from those of a function of the same name", () => {
    const fn = { type: "function", name: "shell", parameters: { type: "object" }, strict: false };
    const body = { ...codexBody, tools: [fn, ...codexTools], tool_choice: { type: "shell" } };
    const { request, memory } = translate("codex", "claude", body);
    const names = (request.body["tools"] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(["shell", "local_shell", "shell_tool", "apply_patch"]);
    expect(request.body["tool_choice"]).toEqual({ type: "tool", name: "shell_tool" });
    expect(JSON.stringify(request.body["messages"])).toContain('"name":"shell_tool"');
    const content = ["shell", "shell_tool"].map((name, index) => ({
      type: "tool_use",
      id: `toolu_${index}`,
      name,
      input: { commands: ["ls"] },
    }));
    const reply = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content,
      stop_reason: "tool_use",
    };
    const options = { memory, id: "resp_1", created: 0 };
    const { body: written } = translateReply(findDialect("claude"), findDialect("codex"), reply, options);
    expect(written["output"]).toMatchObject([
      { type: "function_call", name: "shell" },
      { type: "shell_call" },
    ]);
  });

  it("in a container of the vendor's stays a tool that the vendor runs", () => {
    const tools = [{ type: "shell", environment: { type: "container_auto" } }];
    expect(() => translate("codex", "claude", { ...codexBody, tools })).toThrow(/another vendor runs/);
  });

  it("of the computer stays with its vendor", () => {
    const tools = [
      { type: "computer_20250124", name: "computer", display_width_px: 1, display_height_px: 1 },
    ];
    expect(() =>
      translate("claude", "codex", { ...claudeBody, tools, tool_choice: { type: "auto" } }),
    ).toThrow(/another vendor runs/);
  });
});
