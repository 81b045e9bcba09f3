import { type Members, omitMembers } from "../../members/members.ts";
import { restoreOwn } from "../../members/own-members.ts";
import { echoRequest } from "./request-echo.ts";

/**
 * Writes a response object with every member that OpenAI and Open Responses require: the facts of the answer, then the
 * members that repeat the request, then what the engine said in this dialect, then the defaults of the API.
 * `facts` are changed and returned.
 */
export function writeFrame(facts: Members, echo: Members, own: Members = {}): Members {
  for (const name in echo) facts[name] = echo[name];
  restoreOwn(facts, omitMembers(own, ...Object.keys(echo)));
  for (const [name, value] of DEFAULTS) facts[name] ??= value;
  return facts;
}

/** What a response to a request states beside what the request decides. */
export interface ResponseStart {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created_at: number;
  readonly status: string;
}

/** Writes the response to a request whose answer is not known, or is none; `more` are further members of it. */
export function responseTo(request: Members, start: ResponseStart, more: Members = {}): Members {
  const { model } = request;
  const named = { model: typeof model === "string" ? model : "" };
  const { id, ...rest } = start;
  return writeFrame({ id, object: "response", ...rest, ...named, ...more }, echoRequest(request));
}

/** Before the end nothing is counted. OpenAI's schema has no null here, and Open Responses requires the member. */
export const NO_USAGE = Object.freeze({
  input_tokens: 0,
  input_tokens_details: Object.freeze({ cached_tokens: 0, cache_write_tokens: 0 }),
  output_tokens: 0,
  output_tokens_details: Object.freeze({ reasoning_tokens: 0 }),
  total_tokens: 0,
});

const DEFAULTS = Object.entries({
  background: false,
  completed_at: null,
  error: null,
  frequency_penalty: 0,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: Object.freeze({}),
  output: Object.freeze([]),
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: Object.freeze({ effort: null, summary: null }),
  safety_identifier: null,
  service_tier: "default",
  store: true,
  temperature: 1,
  text: Object.freeze({ format: Object.freeze({ type: "text" }) }),
  tool_choice: "auto",
  tools: Object.freeze([]),
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
  usage: NO_USAGE,
} satisfies Members);
