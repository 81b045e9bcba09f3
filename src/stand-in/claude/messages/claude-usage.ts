import type { Usage } from "../../../contract/index.ts";
import type { ModelUse } from "../../run-starter.ts";

/** The usage of a message in the members of the Messages API. The parts of the input do not overlap there. */
export function messageUsage(usage: Partial<Usage>) {
  const lifetimes = usage.cache_write_tokens_by_lifetime ?? {};
  return {
    input_tokens: uncached(usage),
    cache_creation_input_tokens: usage.cache_write_tokens ?? 0,
    cache_read_input_tokens: usage.cache_read_tokens ?? 0,
    cache_creation: {
      ephemeral_5m_input_tokens: lifetimes["5m"] ?? 0,
      ephemeral_1h_input_tokens: lifetimes["1h"] ?? 0,
    },
    output_tokens: usage.output_tokens ?? 0,
    service_tier: "standard",
  };
}

/** The usage of a turn in the members of Claude Code's result. */
export function turnUsage(usage: Partial<Usage>): object {
  return {
    ...messageUsage(usage),
    server_tool_use: {
      web_search_requests: usage.server_tools?.["web_search"] ?? 0,
      web_fetch_requests: usage.server_tools?.["web_fetch"] ?? 0,
    },
    inference_geo: "",
    iterations: [],
    speed: "standard",
  };
}

/** What a model used, in the members of `modelUsage`. A window or limit that is not known is 0. */
export function modelUsage({ usage, contextWindow, maxOutputTokens }: ModelUse): object {
  return {
    inputTokens: uncached(usage),
    outputTokens: usage.output_tokens ?? 0,
    cacheReadInputTokens: usage.cache_read_tokens ?? 0,
    cacheCreationInputTokens: usage.cache_write_tokens ?? 0,
    webSearchRequests: usage.server_tools?.["web_search"] ?? 0,
    costUSD: usage.estimated_cost_usd ?? 0,
    contextWindow: contextWindow ?? 0,
    maxOutputTokens: maxOutputTokens ?? 0,
  };
}

function uncached({ input_tokens, cache_read_tokens, cache_write_tokens }: Partial<Usage>): number {
  return Math.max(0, (input_tokens ?? 0) - (cache_read_tokens ?? 0) - (cache_write_tokens ?? 0));
}
