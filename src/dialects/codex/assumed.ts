import { type Assumptions, isFalse, isOneOf, isZero } from "../features/assumed.ts";

/** What answers can include of work that is refused, or accounted for by its tool, if it is not done here. */
const INCLUDED: ReadonlySet<unknown> = new Set([
  "reasoning.encrypted_content",
  "web_search_call.action.sources",
  "web_search_call.results",
  "file_search_call.results",
  "code_interpreter_call.outputs",
  "computer_call_output.output.image_url",
  "message.input_image.image_url",
]);

/** What the Responses API assumes without the members that it alone has. */
export const assumed: Assumptions = {
  values: {
    include: (value) => Array.isArray(value) && value.every((one) => INCLUDED.has(one)),
    truncation: isOneOf("disabled"),
    background: isFalse,
    defer_loading: isFalse,
    frequency_penalty: isZero,
    presence_penalty: isZero,
    top_logprobs: isZero,
    context: isOneOf("auto"),
    include_obfuscation: (value) => typeof value === "boolean",
    mode: isOneOf("implicit"),
    // An item of the history that is given whole says the same without its id.
    id: (value) => typeof value === "string",
    status: isOneOf("completed"),
  },
  settings: new Set(["reasoning", "text", "stream_options", "prompt_cache_options"]),
};
