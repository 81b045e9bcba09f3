import { isMembers } from "../../../dialects/index.ts";
import type { SearchApi } from "../search-api.ts";

export const tavily: SearchApi = {
  can: { allow: true, block: true, dates: true, country: false, limit: 20 },
  baseUrl: "https://api.tavily.com",
  needsKey: true,
  price: 0.008,
  write: ({ query, limit, allow, block, after, before }) => ({
    method: "POST",
    path: "/search",
    headers: ["content-type", "application/json", "accept", "application/json"],
    body: JSON.stringify({
      query,
      max_results: limit,
      ...(allow === undefined ? {} : { include_domains: allow }),
      ...(block === undefined ? {} : { exclude_domains: block.filter((entry) => !entry.includes("/")) }),
      ...(after === undefined ? {} : { start_date: dayOf(after) }),
      ...(before === undefined ? {} : { end_date: dayOf(before) }),
    }),
  }),
  read: (answer) => {
    if (!isMembers(answer) || !Array.isArray(answer["results"])) return undefined;
    return answer["results"].filter(isMembers).map((one) => ({
      url: one["url"],
      title: one["title"],
      snippet: one["content"],
      published: one["published_date"],
    }));
  },
};

function dayOf(time: string): string {
  return new Date(time).toISOString().slice(0, 10);
}
