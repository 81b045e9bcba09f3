/** What a vendor asks for one use of a tool that it runs. */
export interface ServerToolPrice {
  readonly usd: number;
  /** What is counted: a call of the tool, a query that it ran, or a request in which it ran. */
  readonly per: "call" | "query" | "request";
}

type PriceOf = (model: string) => ServerToolPrice;

const call = (usd: number): PriceOf => {
  const price = { usd, per: "call" } as const;
  return () => price;
};

/** The models of OpenAI that do not reason: searches by the preview tool cost more with them. */
const NO_REASONING = /^(?:chatgpt-|gpt-3|gpt-4)/;

/**
 * List prices for a search of the web, by vendor. Free quotas and contracts make them upper bounds. Sources, read in
 * November 2026: the vendors' price pages for web search (docs.claude.com, platform.openai.com, ai.google.dev,
 * platform.moonshot.ai).
 */
const SEARCH: Readonly<Record<string, PriceOf>> = {
  anthropic: call(0.01),
  openai: (model) => ({ usd: isSearchModel(model) && NO_REASONING.test(model) ? 0.025 : 0.01, per: "call" }),
  google: (model) =>
    /gemini-[12](?!\d)/.test(model) ? { usd: 0.035, per: "request" } : { usd: 0.014, per: "query" },
  moonshotai: call(0.005),
};

const PREVIEW: PriceOf = (model) => ({ usd: NO_REASONING.test(model) ? 0.025 : 0.01, per: "call" });

// Models of Chat Completions that always search.
function isSearchModel(model: string): boolean {
  return model.includes("-search-");
}

/**
 * Returns the list price of one use of a tool, or undefined for tools and vendors whose price is not known. Web fetch costs
 * only its tokens (docs.claude.com, web fetch tool).
 */
export function serverToolPrice(provider: string, tool: string, model: string): ServerToolPrice | undefined {
  if (tool === "web_fetch") return { usd: 0, per: "call" };
  if (tool === "web_search_preview") return PREVIEW(model);
  if (tool !== "web_search" || !Object.hasOwn(SEARCH, provider)) return undefined;
  return SEARCH[provider]!(model);
}
