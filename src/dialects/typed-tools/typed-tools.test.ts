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

  const display = { name: "computer", display_width_px: 1280, display_height_px: 800 };
  const computer = { type: "computer_20251124", ...display, display_number: 1, enable_zoom: true };
  const seen = {
    model: "m",
    max_tokens: 9,
    tools: [computer],
    tool_choice: { type: "tool", name: "computer" },
    messages: [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: "computer", input: { action: "screenshot" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "a desktop" }] },
    ],
  };

  it.each(everyone.filter((to) => to !== "claude"))("of Claude's computer is a function for %s", (to) => {
    const { request } = translate("claude", to, seen);
    const text = JSON.stringify(request.body);
    expect(text).toContain('"name":"computer"');
    expect(text).toContain("1280 pixels wide and 800 pixels high");
    expect(text).toMatch(/"zoom"/);
    expect(text).not.toMatch(/computer_2025|display_/);
    expect(lost("claude", to, seen)).toMatchObject({
      "$.tools[0].type": "tool.typed",
      "$.tools[0].display_number": "vendor",
    });
    expect(() => translate("claude", to, seen, { strict: true })).toThrow(/cannot be honoured/);
  });

  it("of Claude's computer goes back to Claude as it came", () => {
    expect(translate("claude", "claude", seen).request.body).toMatchObject({
      tools: [computer],
      messages: seen.messages,
    });
  });

  it("of Claude's computer offers the actions that its version has", () => {
    const actionsOf = (tool: object) => {
      const { request } = translate("claude", "openai", { ...seen, tools: [tool] });
      const [{ function: fn }] = request.body["tools"] as [
        { function: { parameters: { properties: Record<string, { enum?: string[] }> } } },
      ];
      return {
        actions: fn.parameters.properties["action"]!.enum,
        names: Object.keys(fn.parameters.properties),
      };
    };
    const first = actionsOf({ type: "computer_20241022", ...display });
    expect(first.actions).not.toContain("scroll");
    expect(first.names).toEqual(["action", "coordinate", "text"]);
    const second = actionsOf({ type: "computer_20250124", ...display, enable_zoom: true });
    expect(second.actions).toEqual(expect.arrayContaining(["scroll", "hold_key", "triple_click", "wait"]));
    expect(second.actions).not.toContain("zoom");
    const third = actionsOf({ type: "computer_20251124", ...display });
    expect(third.actions).not.toContain("zoom");
    expect(third.names).not.toContain("region");
    expect(actionsOf(computer)).toMatchObject({
      actions: expect.arrayContaining(["zoom"]) as unknown,
      names: expect.arrayContaining(["region"]) as unknown,
    });
  });

  it.each([
    ["openai", { id: "c9", type: "function" }],
    ["kimi", { id: "c9", type: "function" }],
  ])("of Claude's computer gets its calls back as such, from %s", (from, call) => {
    const { memory } = translate("claude", from, seen);
    const fn = { name: "computer", arguments: '{"action":"left_click","coordinate":[1,2]}' };
    const message = { role: "assistant", content: null, tool_calls: [{ ...call, function: fn }] };
    const reply = { id: "r", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const options = { memory, id: "msg_1", created: 0 };
    const { body } = translateReply(findDialect(from), findDialect("claude"), reply, options);
    expect(body["content"]).toMatchObject([
      { type: "tool_use", name: "computer", input: { action: "left_click", coordinate: [1, 2] } },
    ]);
  });

  it.each([
    ["codex", { model: "m", input: "go", tools: [{ type: "computer" }] }],
    ["codex", { model: "m", input: "go", tools: [{ type: "computer_use_preview", display_width: 1 }] }],
    ["gemini", { contents: [{ parts: [{ text: "go" }] }], tools: [{ computerUse: {} }] }],
    ["gemini", { contents: [{ parts: [{ text: "go" }] }], tools: [{ computer_use: {} }] }],
  ])("of a computer that the vendor checks for safety stays with its vendor, %s %#", (from, body) => {
    for (const to of everyone.filter((one) => one !== from))
      expect(() => translate(from, to, body)).toThrow(/safety checks/);
    expect(translate(from, from, body).request.body["tools"]).toEqual(body.tools);
  });
});
