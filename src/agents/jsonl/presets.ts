import { z } from "zod";
import { Mapping } from "./mapping.ts";

/** The stream-json of Claude Code and of agents with the same output, such as Qwen Code. */
const claude = Mapping.parse({
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
});

const presets: Readonly<Record<string, Mapping>> = { claude };

/** Reads `config.vendor.jsonl` of a work order: the name of a preset, or a mapping. Throws an Error that says what is wrong. */
export function readMapping(value: unknown): Mapping {
  if (value === undefined || value === null) return claude;
  if (typeof value === "string") {
    const preset = Object.hasOwn(presets, value) ? presets[value] : undefined;
    if (preset !== undefined) return preset;
    const known = Object.keys(presets).join(", ");
    throw new Error(
      `config.vendor.jsonl names the unknown preset ${JSON.stringify(value)}; there is: ${known}`,
    );
  }
  const read = Mapping.safeParse(value);
  if (read.success) return read.data;
  throw new Error(`config.vendor.jsonl is not a mapping of lines: ${z.prettifyError(read.error)}`);
}
