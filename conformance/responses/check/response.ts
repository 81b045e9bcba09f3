import {
  anything,
  byType,
  flag,
  integer,
  isObject,
  type Json,
  list,
  nullable,
  number,
  object,
  oneOf,
  prefixed,
  type Shape,
  text,
} from "./shape.ts";

const itemStatus = oneOf("in_progress", "completed", "incomplete");

/** A part of a message. */
export const part: Shape = byType({
  output_text: object({ text, annotations: list(anything), logprobs: list(anything) }),
  input_text: object({ text }),
  refusal: object({ refusal: text }),
});

/** An item of the output. */
export const item: Shape = byType({
  message: object({
    id: prefixed("msg_"),
    status: itemStatus,
    role: oneOf("assistant", "user", "system", "developer"),
    content: list(part),
  }),
  function_call: object({
    id: prefixed("fc_"),
    call_id: text,
    name: text,
    arguments: text,
    status: itemStatus,
  }),
  reasoning: object(
    { id: prefixed("rs_"), summary: list(object({ type: oneOf("summary_text"), text })) },
    { content: list(object({ text })) },
  ),
  compaction: object({ id: text, encrypted_content: text }),
});

export const usage: Shape = object({
  input_tokens: integer,
  input_tokens_details: object({ cached_tokens: integer, cache_write_tokens: integer }),
  output_tokens: integer,
  output_tokens_details: object({ reasoning_tokens: integer }),
  total_tokens: integer,
});

const tool: Shape = byType({
  function: object({
    name: text,
    description: nullable(text),
    parameters: nullable(object({})),
    strict: nullable(flag),
  }),
});

/** The Response object, with the members that OpenAI's schema or Open Responses requires. */
export const response: Shape = object(
  {
    id: prefixed("resp_"),
    object: oneOf("response"),
    created_at: integer,
    completed_at: nullable(integer),
    status: oneOf("completed", "failed", "in_progress", "cancelled", "queued", "incomplete"),
    incomplete_details: nullable(object({ reason: oneOf("max_output_tokens", "content_filter") })),
    model: text,
    previous_response_id: nullable(text),
    instructions: nullable(text),
    output: list(item),
    error: nullable(object({ code: text, message: text })),
    tools: list(tool),
    tool_choice: (value, at) => (typeof value === "string" ? [] : object({ type: text })(value, at)),
    truncation: oneOf("auto", "disabled"),
    parallel_tool_calls: flag,
    text: object({ format: object({ type: oneOf("text", "json_object", "json_schema") }) }),
    top_p: number,
    presence_penalty: number,
    frequency_penalty: number,
    top_logprobs: integer,
    temperature: number,
    reasoning: nullable(object({ effort: nullable(text), summary: nullable(text) })),
    usage: nullable(usage),
    max_output_tokens: nullable(integer),
    max_tool_calls: nullable(integer),
    store: flag,
    background: flag,
    service_tier: text,
    metadata: object({}),
    safety_identifier: nullable(text),
    prompt_cache_key: nullable(text),
  },
  { user: text, conversation: nullable(object({ id: text })) },
);

/** Request members that a response repeats as they were asked. */
const REPEATED = [
  "background",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt_cache_key",
  "reasoning",
  "safety_identifier",
  "store",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
];

/** Compares what a response repeats with what was asked. A response may add members inside of it. */
export function checkEcho(request: Json, answered: unknown): string[] {
  if (!isObject(answered)) return ["there is no response"];
  return REPEATED.flatMap((name) =>
    request[name] === undefined || contains(answered[name], request[name])
      ? []
      : [
          `${name} was asked as ${JSON.stringify(request[name])}, and answered as ${JSON.stringify(answered[name])}`,
        ],
  );
}

function contains(answered: unknown, asked: unknown): boolean {
  if (Array.isArray(asked))
    return (
      Array.isArray(answered) &&
      answered.length === asked.length &&
      asked.every((one, index) => contains(answered[index], one))
    );
  if (isObject(asked))
    return (
      isObject(answered) && Object.entries(asked).every(([name, value]) => contains(answered[name], value))
    );
  return answered === asked;
}
