import type { SearchResult, SearchUnit } from "../../../contract/index.ts";
import { sha256Hex, textOfJson } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** The item that records a search, the opening of a page, or a search within a page. */
export const SEARCH_CALL = "web_search_call";

/** Reads a `web_search_call`. It holds call and results; an item that is not finished has no results yet. */
export function readSearchUnit(item: Members): SearchUnit {
  const { id, status, action } = item;
  const { type, query, queries, url, pattern, sources } = isMembers(action) ? action : {};
  const isOpen = status === "in_progress" || status === "searching";
  const asked = textsOf(queries);
  const page = {
    ...(typeof url === "string" ? { url } : {}),
    ...(typeof pattern === "string" ? { pattern } : {}),
  };
  return {
    id: typeof id === "string" ? id : `ws_${sha256Hex(JSON.stringify(item)).slice(0, 24)}`,
    call: {
      action: type === "open_page" ? "open" : type === "find_in_page" ? "find" : "search",
      queries: asked.length === 0 && typeof query === "string" ? [query] : asked,
      ...(asked.length > 1 ? { together: true } : {}),
      ...page,
    },
    ...(status === "failed" ? { error: "failed" } : isOpen ? {} : { results: readSources(sources) }),
  };
}

/** The searches among the items of a response that are billed. Opened pages and failed searches are not. */
export function countSearches(output: unknown): number {
  if (!Array.isArray(output)) return 0;
  let count = 0;
  for (const item of output) if (isMembers(item) && isBilledSearch(item)) count++;
  return count;
}

/** Whether an item is a search that is billed. */
export function isBilledSearch({ type, status, action }: Members): boolean {
  if (type !== SEARCH_CALL || status === "failed") return false;
  return !isMembers(action) || (action["type"] !== "open_page" && action["type"] !== "find_in_page");
}

/** Whether a response was made with the preview of the search tool, which has a price of its own. */
export function usesPreview(tools: unknown): boolean {
  return (
    Array.isArray(tools) &&
    tools.some((tool) => isMembers(tool) && textOfJson(tool["type"]).startsWith("web_search_preview"))
  );
}

// A source may also be a feed of the vendor, which has a name and no address.
function readSources(sources: unknown): SearchResult[] {
  if (!Array.isArray(sources)) return [];
  return sources.flatMap((one: unknown) => {
    if (!isMembers(one) || typeof one["url"] !== "string") return [];
    const { url, title } = one;
    return [{ url, ...(typeof title === "string" ? { title } : {}) }];
  });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
