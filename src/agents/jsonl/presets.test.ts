import { describe, expect, it } from "vitest";
import { readMapping } from "./presets.ts";

const streamJson = {
  prompt: "stdin",
  tools: {
    read_file: "Read",
    write_file: "Write",
    edit: "Edit",
    replace: "Edit",
    run_shell_command: "Bash",
    glob: "Glob",
    grep_search: "Grep",
    web_fetch: "WebFetch",
    web_search: "WebSearch",
  },
  lines: [
    { when: { type: "system", subtype: "init" }, event: "session", id: "session_id" },
    {
      when: { type: "stream_event", "event.type": "content_block_delta", "event.delta.type": "text_delta" },
      event: "text",
      text: "event.delta.text",
    },
    {
      when: { type: "assistant" },
      each: "message.content",
      items: [
        { when: { type: "text" }, event: "message", text: "text" },
        { when: { type: "thinking" }, event: "thinking", text: "thinking" },
        { when: { type: "tool_use" }, event: "tool_call", id: "id", name: "name", input: "input" },
      ],
    },
    {
      when: { type: "user" },
      each: "message.content",
      items: [
        {
          when: { type: "tool_result" },
          event: "tool_result",
          id: "tool_use_id",
          output: "content",
          is_error: "is_error",
        },
      ],
    },
    {
      when: { type: "result" },
      event: "result",
      is_error: "is_error",
      message: "result",
      usage: {
        input_tokens: "usage.input_tokens",
        output_tokens: "usage.output_tokens",
        cache_read_tokens: "usage.cache_read_input_tokens",
        cache_write_tokens: "usage.cache_creation_input_tokens",
        estimated_cost_usd: "total_cost_usd",
      },
    },
  ],
};

describe("the mapping of a work order", () => {
  it.each([undefined, null, "claude"])("%s is that of stream-json", (value) => {
    expect(readMapping(value)).toEqual(streamJson);
  });

  it("has a prompt on standard input, no tools and no conditions unless it says otherwise", () => {
    expect(readMapping({ lines: [{ event: "message" }] })).toEqual({
      prompt: "stdin",
      tools: {},
      lines: [{ when: {}, event: "message" }],
    });
  });

  it.each([
    [[{ event: "session" }]],
    [[{ event: "text" }]],
    [[{ event: "text", text: "" }]],
    [[{ event: "thinking" }]],
    [[{ event: "tool_call", id: "i", name: "n" }]],
    [[{ event: "tool_result", id: "i" }]],
    [[{ event: "usage" }]],
    [[{ event: "usage", usage: { tokens: "t" } }]],
    [[{ event: "error" }]],
    [[{ event: "result", other: "o" }]],
    [[{ when: { a: {} }, event: "message" }]],
    [[{ when: {}, each: "list" }]],
    [[{ each: "list", items: [{ event: "dance" }] }]],
    ["none"],
  ])("is refused with the lines %j", (lines) => {
    expect(() => readMapping({ lines })).toThrow(/^config\.vendor\.jsonl is not a mapping of lines: /);
  });

  it("is refused with another place for the prompt", () => {
    expect(() => readMapping({ prompt: "file", lines: [] })).toThrow("is not a mapping of lines");
    expect(readMapping({ prompt: "arguments", lines: [] }).prompt).toBe("arguments");
  });

  it.each(["unknown", "toString", ""])("names no preset as %j", (name) => {
    expect(() => readMapping(name)).toThrow(
      `config.vendor.jsonl names the unknown preset ${JSON.stringify(name)}; there is: claude`,
    );
  });
});
