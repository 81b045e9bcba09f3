import { numberOf } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

/**
 * The members of a request that its response repeats, as the caller sent them. Members that the response requires inside
 * them are filled in. Members of the wrong type are left out, so that the response gets their default.
 */
export function echoRequest(request: Members): Members {
  const echo: Members = {};
  for (const [name, read] of ECHOED) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    const repeated = read(value);
    if (repeated !== undefined) echo[name] = repeated;
  }
  return echo;
}

type Repeat = (value: unknown) => unknown;

const text: Repeat = (value) => (typeof value === "string" ? value : undefined);
const number: Repeat = (value) => numberOf(value);
const integer: Repeat = (value) => (Number.isInteger(numberOf(value)) ? numberOf(value) : undefined);
const flag: Repeat = (value) => (typeof value === "boolean" ? value : undefined);
const object: Repeat = (value) => (isMembers(value) ? value : undefined);

const ECHOED: readonly (readonly [string, Repeat])[] = [
  ["background", flag],
  ["conversation", repeatConversation],
  ["frequency_penalty", number],
  ["instructions", text],
  ["max_output_tokens", integer],
  ["max_tool_calls", integer],
  ["metadata", object],
  ["parallel_tool_calls", flag],
  ["presence_penalty", number],
  ["previous_response_id", text],
  ["prompt", object],
  ["prompt_cache_key", text],
  ["prompt_cache_options", repeatCacheOptions],
  ["prompt_cache_retention", text],
  ["reasoning", repeatReasoning],
  ["safety_identifier", text],
  ["store", flag],
  ["temperature", number],
  ["text", repeatText],
  ["tool_choice", (value) => text(value) ?? object(value)],
  ["tools", (value) => (Array.isArray(value) ? value.map(repeatTool) : undefined)],
  ["top_logprobs", integer],
  ["top_p", number],
  ["truncation", text],
  ["user", text],
];

// The request may name a conversation by its id alone.
function repeatConversation(value: unknown): Members | undefined {
  const id = isMembers(value) ? value["id"] : value;
  return typeof id === "string" ? { id } : undefined;
}

function repeatCacheOptions(value: unknown): Members | undefined {
  return isMembers(value) ? { mode: "implicit", ttl: "30m", ...withoutNull(value) } : undefined;
}

function repeatReasoning(value: unknown): Members | undefined {
  return isMembers(value) ? { effort: null, summary: null, ...value } : undefined;
}

function repeatText(value: unknown): Members | undefined {
  if (!isMembers(value)) return undefined;
  const { format, ...rest } = withoutNull(value);
  return { format: isMembers(format) ? repeatFormat(format) : { type: "text" }, ...rest };
}

// OpenAI's schema takes a text as the description only, and Open Responses requires one.
function repeatFormat(format: Members): Members {
  if (format["type"] !== "json_schema") return format;
  return { description: "", strict: false, ...withoutNull(format) };
}

function repeatTool(tool: unknown): unknown {
  if (!isMembers(tool) || tool["type"] !== "function") return tool;
  return { description: null, parameters: null, strict: null, ...tool };
}

function withoutNull(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
