import { expect, it } from "vitest";
import { usage } from "../../fixtures/fakes.ts";
import { messageUsage, modelUsage, turnUsage } from "./claude-usage.ts";

const whole = {
  ...usage,
  input_tokens: 100,
  output_tokens: 5,
  cache_read_tokens: 30,
  cache_write_tokens: 20,
  cache_write_tokens_by_lifetime: { "5m": 12, "1h": 8 },
  server_tools: { web_search: 3, web_fetch: 4 },
};
const ofMessage = {
  input_tokens: 50,
  cache_creation_input_tokens: 20,
  cache_read_input_tokens: 30,
  cache_creation: { ephemeral_5m_input_tokens: 12, ephemeral_1h_input_tokens: 8 },
  output_tokens: 5,
  service_tier: "standard",
};
const nothing = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 0,
  service_tier: "standard",
};
const ofTurn = (web_search_requests: number, web_fetch_requests: number) => ({
  server_tool_use: { web_search_requests, web_fetch_requests },
  ...{ inference_geo: "", iterations: [], speed: "standard" },
});

it("the usage of a message counts cached tokens apart from the input", () => {
  expect(messageUsage(whole)).toEqual(ofMessage);
  expect(messageUsage({})).toEqual(nothing);
  expect(messageUsage({ input_tokens: 5, cache_read_tokens: 9 }).input_tokens).toBe(0);
  expect(messageUsage({ input_tokens: 5 }).input_tokens).toBe(5);
});

it("the usage of a turn has the tools of the server besides", () => {
  expect(turnUsage(whole)).toEqual({ ...ofMessage, ...ofTurn(3, 4) });
  expect(turnUsage({})).toEqual({ ...nothing, ...ofTurn(0, 0) });
});

it("the usage of a model has its cost and its limits", () => {
  expect(modelUsage({ name: "m", usage: whole, contextWindow: 1000, maxOutputTokens: 64 })).toEqual({
    inputTokens: 50,
    outputTokens: 5,
    cacheReadInputTokens: 30,
    cacheCreationInputTokens: 20,
    webSearchRequests: 3,
    costUSD: 0.25,
    contextWindow: 1000,
    maxOutputTokens: 64,
  });
  const unknown = {
    ...usage,
    input_tokens: null,
    output_tokens: null,
    cache_read_tokens: null,
    cache_write_tokens: null,
    estimated_cost_usd: null,
  };
  expect(Object.values(modelUsage({ name: "m", usage: unknown }))).toEqual(Array(8).fill(0));
});
