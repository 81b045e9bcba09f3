import { isMembers, type Members } from "../../../dialects/index.ts";
import type { SearchApi } from "../search-api.ts";
import type { SearchQuery } from "../search-provider.ts";

/** The most entries of its one list of domains. */
const MAX_DOMAINS = 20;

/** The Search API of Perplexity. Other services offer the same form. */
export const perplexity: SearchApi = {
  can: { allow: true, block: true, dates: true, country: true, limit: 20 },
  baseUrl: "https://api.perplexity.ai",
  needsKey: true,
  price: 0.005,
  write: (query) => ({
    method: "POST",
    path: "/search",
    headers: ["content-type", "application/json", "accept", "application/json"],
    body: JSON.stringify(bodyOf(query)),
  }),
  read: (answer) => {
    if (!isMembers(answer) || !Array.isArray(answer["results"])) return undefined;
    return answer["results"].filter(isMembers).map((one) => ({
      url: one["url"],
      title: one["title"],
      snippet: one["snippet"],
      published: one["date"],
    }));
  },
};

function bodyOf({ query, limit, allow, block, country, after, before }: SearchQuery): Members {
  const domains = domainsOf(allow, block);
  return {
    query,
    max_results: limit,
    ...(domains === undefined ? {} : { search_domain_filter: domains }),
    ...(country === undefined ? {} : { country }),
    ...(after === undefined ? {} : { search_after_date_filter: americanDate(after) }),
    ...(before === undefined ? {} : { search_before_date_filter: americanDate(before) }),
  };
}

// It takes one list. A list that is too long is left to our own check of the results.
function domainsOf(
  allow: readonly string[] | undefined,
  block: readonly string[] | undefined,
): readonly string[] | undefined {
  if (allow !== undefined)
    return allow.length > MAX_DOMAINS || allow.length === 0 ? undefined : hostsOf(allow);
  if (block === undefined || block.length > MAX_DOMAINS || block.length === 0) return undefined;
  // A path would block the whole host there, and hide pages that are not blocked.
  const whole = block.filter((entry) => !entry.includes("/"));
  return whole.length === 0 ? undefined : whole.map((entry) => `-${entry}`);
}

function hostsOf(allow: readonly string[]): readonly string[] {
  return [...new Set(allow.map((entry) => entry.split("/")[0]!))];
}

function americanDate(time: string): string {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
}
