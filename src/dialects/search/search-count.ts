import type { TokenUsage } from "../../contract/index.ts";

/** Usage with the searches that the vendor bills; as it was if there were none. */
export function withSearches(usage: TokenUsage, searches: number, preview = 0): TokenUsage {
  if (searches === 0) return usage;
  const serverTools: Record<string, number> = { ...usage.serverTools, web_search: searches };
  if (preview > 0) serverTools["web_search_preview"] = preview;
  return { ...usage, serverTools };
}
