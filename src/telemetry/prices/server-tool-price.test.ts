import { expect, it } from "vitest";
import { type ServerToolPrice, serverToolPrice } from "./server-tool-price.ts";

it.each<[provider: string, tool: string, model: string, price: [number, ServerToolPrice["per"]] | undefined]>(
  [
    ["anthropic", "web_search", "claude-sonnet-4-5", [0.01, "call"]],
    ["anthropic", "web_fetch", "claude-sonnet-4-5", [0, "call"]],
    ["anthropic", "code_execution", "claude-sonnet-4-5", undefined],
    ["openai", "web_search", "gpt-5", [0.01, "call"]],
    ["openai", "web_search", "gpt-5-search-api", [0.01, "call"]],
    ["openai", "web_search", "gpt-4o", [0.01, "call"]],
    ["openai", "web_search", "gpt-4o-search-preview", [0.025, "call"]],
    ["openai", "web_search_preview", "gpt-4o", [0.025, "call"]],
    ["openai", "web_search_preview", "gpt-3.5-turbo", [0.025, "call"]],
    ["openai", "web_search_preview", "chatgpt-4o-latest", [0.025, "call"]],
    ["openai", "web_search_preview", "gpt-5", [0.01, "call"]],
    ["openai", "web_search_preview", "o3", [0.01, "call"]],
    ["google", "web_search", "gemini-1.5-pro", [0.035, "request"]],
    ["google", "web_search", "gemini-2.5-flash", [0.035, "request"]],
    ["google", "web_search", "gemini-3-pro", [0.014, "query"]],
    ["google", "web_search", "gemini-20", [0.014, "query"]],
    ["moonshotai", "web_search", "kimi-k2.6", [0.005, "call"]],
    ["other", "web_search", "m", undefined],
    ["toString", "web_search", "m", undefined],
  ],
)("at %s, one use of %s by %s costs %j", (provider, tool, model, price) => {
  expect(serverToolPrice(provider, tool, model)).toEqual(price && { usd: price[0], per: price[1] });
});
