/**
 * USD per call of a tool that the vendor runs. Web search costs $10 per thousand calls (docs.claude.com, web search tool,
 * "Usage and pricing"). Web fetch costs only its tokens (docs.claude.com, web fetch tool).
 */
const PRICES: Readonly<Record<string, number>> = { web_search: 0.01, web_fetch: 0 };

/** Returns the price of one call, or undefined for unknown tools and tools without a price per call. */
export function serverToolPrice(tool: string): number | undefined {
  return Object.hasOwn(PRICES, tool) ? PRICES[tool] : undefined;
}
