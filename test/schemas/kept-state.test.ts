import { describe, expect, it } from "vitest";
import { conversations } from "../../src/dialects/codex/state/conversations.ts";
import { replayEvents } from "../../src/dialects/codex/state/replay.ts";
import { openAiDocument, publishedExist } from "./published.ts";
import { openValidator } from "./validator.ts";

const items: readonly object[] = [
  { role: "user", content: "x" },
  { role: "assistant", content: "x" },
  { role: "assistant", content: [{ type: "output_text", text: "x" }] },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "x", annotations: [] }] },
  { role: "assistant", content: [{ type: "output_text", text: "x", logprobs: null }] },
  { role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
  {
    role: "user",
    content: [
      { type: "input_text", text: "x" },
      { type: "input_image", image_url: "u" },
    ],
  },
  { role: "user", content: [{ type: "input_file", file_id: "f" }] },
  { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
  { type: "function_call_output", call_id: "c", output: "x" },
  { type: "custom_tool_call", call_id: "c", name: "f", input: "x" },
  { type: "custom_tool_call_output", call_id: "c", output: "x" },
  { type: "reasoning", summary: [] },
];

describe.skipIf(!publishedExist)("what the gateway shows of its state fits OpenAI's schemas", () => {
  it.each(items)("an item of a conversation: %j", (item) => {
    const check = openValidator([[openAiDocument(), "ConversationItem"]]);
    expect(check(conversations.writeItem({ id: "i_1", item }))).toEqual([]);
  });

  it.each(["completed", "failed", "incomplete", "cancelled", "in_progress"])(
    "the events of a kept stream that is %s",
    (status) => {
      const check = openValidator([[openAiDocument(), "ResponseStreamEvent"]]);
      const part = { type: "output_text", text: "x", annotations: [], logprobs: [] };
      const message = { type: "message", id: "m", role: "assistant", status: "completed", content: [part] };
      const usage = {
        input_tokens: 1,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 1,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 2,
      };
      const response = {
        ...{ id: "r", object: "response", created_at: 1, status, model: "m", output: [message], usage },
        ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, tools: [] },
        ...{ parallel_tool_calls: true, temperature: 1, top_p: 1, tool_choice: "auto" },
      };
      expect(replayEvents(response).flatMap((event) => check(event))).toEqual([]);
    },
  );
});
