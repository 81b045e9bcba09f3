import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkEcho, response } from "../../conformance/responses/check/response.ts";
import { checkStream } from "../../conformance/responses/check/stream.ts";

const root = join(import.meta.dirname, "../../conformance/responses");

const message = {
  type: "message",
  id: "msg_1",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", text: "Hi", annotations: [], logprobs: [] }],
};
const whole: Record<string, unknown> = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  completed_at: 2,
  status: "completed",
  incomplete_details: null,
  model: "m",
  previous_response_id: null,
  instructions: null,
  output: [message],
  error: null,
  tools: [],
  tool_choice: "auto",
  truncation: "disabled",
  parallel_tool_calls: true,
  text: { format: { type: "text" } },
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  temperature: 1,
  reasoning: null,
  usage: null,
  max_output_tokens: null,
  max_tool_calls: null,
  store: true,
  background: false,
  service_tier: "default",
  metadata: {},
  safety_identifier: null,
  prompt_cache_key: null,
};

describe("the checks of a response", () => {
  it("accept a whole one", () => {
    expect(response(whole, "response")).toEqual([]);
  });

  it.each(Object.keys(whole))("miss %s if it is absent", (name) => {
    const { [name]: _, ...rest } = whole;
    expect(response(rest, "response")).toEqual([`response.${name} is missing`]);
  });

  it.each([
    ["id", "chatcmpl-1"],
    ["temperature", null],
    ["status", "done"],
    ["incomplete_details", { reason: "brand_new" }],
    ["output", [{ ...message, id: "1" }]],
    ["output", [{ type: "function_call", call_id: "c", name: "f", arguments: "{}", status: "completed" }]],
    ["tools", [{ type: "function", name: "f" }]],
    ["usage", { input_tokens: 1 }],
    ["text", {}],
  ])("find a wrong %s: %j", (name, value) => {
    expect(response({ ...whole, [name]: value }, "response")).not.toEqual([]);
  });

  it("compare what is repeated with what was asked", () => {
    const asked = { tools: [{ type: "function", name: "f" }], tool_choice: "none", metadata: { a: "b" } };
    const repeated = { ...asked, tools: [{ type: "function", name: "f", strict: null }] };
    expect(checkEcho(asked, { ...whole, ...repeated })).toEqual([]);
    expect(checkEcho(asked, whole)).toHaveLength(3);
    expect(checkEcho({ tools: [] }, { ...whole, ...repeated })).toHaveLength(1);
  });
});

describe("the checks of a stream", () => {
  const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const open = { ...whole, status: "in_progress", output: [] };
  const events = [
    { type: "response.created", response: open },
    { type: "response.output_text.delta", ...at, delta: "Hi", logprobs: [] },
    { type: "response.completed", response: whole },
  ].map((event, index) => ({ ...event, sequence_number: index }));

  it("accept a whole one", () => {
    expect(checkStream(events)).toEqual([]);
  });

  it("find a missing number, a missing end, a missing piece and an error without its members", () => {
    expect(checkStream(events.map((event) => ({ ...event, sequence_number: 0 })))).not.toEqual([]);
    expect(checkStream(events.slice(0, 2))).toEqual(["the last event does not end the response"]);
    const silent = [events[0]!, { ...events[2]!, sequence_number: 1 }];
    expect(checkStream(silent)).toEqual(['the deltas of item 0 add up to ""']);
    const error = { type: "error", sequence_number: 3, code: "x", message: "m", param: null };
    expect(checkStream([...events, error]).join()).toContain("(error).error is missing");
  });
});

it("the suite imports nothing of the project", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(readFileSync(join(root, file), "utf8"), file).not.toContain("src/");
});
