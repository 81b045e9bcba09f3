import { type Assumptions, isFalse, isOneOf, isZero } from "../features/assumed.ts";

/** What the servers of Chat Completions assume without the members that they alone have. */
export const assumed: Assumptions = {
  values: {
    logprobs: isFalse,
    top_logprobs: isZero,
    frequency_penalty: isZero,
    presence_penalty: isZero,
    verbosity: isOneOf("medium"),
    store: isFalse,
    service_tier: isOneOf("auto", "default"),
    strict: isFalse,
    mode: isOneOf("implicit"),
    prompt_cache_retention: isOneOf("in_memory"),
    modalities: (value) => Array.isArray(value) && value.every((one) => one === "text"),
    // It changes the padding of a stream, which has no meaning.
    include_obfuscation: (value) => typeof value === "boolean",
  },
  settings: new Set([
    "stream_options",
    "reasoning",
    "metadata",
    "logit_bias",
    "extra_body",
    "function",
    "prompt_cache_options",
  ]),
};
