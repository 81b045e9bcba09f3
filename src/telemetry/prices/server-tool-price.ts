/**
 * USD for one call of a tool that the vendor runs. Web search is $10 for a thousand calls
 * (docs.claude.com, web search tool, "Usage and pricing"); web fetch costs its tokens only (same place, web fetch tool).
 */
const PRICES: Readonly<Record<string, number>> = { web_search: 0.01, web_fetch: 0 };

/** The price of one call of a server tool; undefined for tools that are not billed by the call, or not known. */
export function serverToolPrice(tool: string): number | undefined {
  return Object.hasOwn(PRICES, tool) ? PRICES[tool] : undefined;
}
