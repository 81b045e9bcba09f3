import { isMembers } from "../../../dialects/index.ts";
import type { SearchApi } from "../search-api.ts";

/** SearXNG, which everybody runs themselves. Its `settings.yml` must list `json` among the formats. */
export const searxng: SearchApi = {
  can: { allow: false, block: false, dates: false, country: false, limit: 20 },
  needsKey: false,
  price: 0,
  write: ({ query }) => ({
    method: "GET",
    path: `/search?q=${encodeURIComponent(query)}&format=json`,
    headers: ["accept", "application/json"],
  }),
  read: (answer) => {
    if (!isMembers(answer) || !Array.isArray(answer["results"])) return undefined;
    return answer["results"].filter(isMembers).map((one) => ({
      url: one["url"],
      title: one["title"],
      snippet: one["content"],
      published: one["publishedDate"],
    }));
  },
};
