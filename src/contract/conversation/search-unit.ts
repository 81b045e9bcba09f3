import { z } from "zod";

/** One page that a search found. */
export const SearchResult = z.strictObject({
  url: z.string(),
  title: z.string().optional(),
  /** When the page was written or changed, in the vendor's words. */
  age: z.string().optional(),
  snippet: z.string().optional(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/**
 * A search of the web as a vendor records it: the call, the results, or both. Vendors with two units give both the
 * same id.
 */
export const SearchUnit = z.strictObject({
  id: z.string(),
  call: z
    .strictObject({
      action: z.enum(["search", "open", "find"]),
      queries: z.array(z.string()),
      /** Whether the queries were asked together and are one search; without it each is a search of its own. */
      together: z.boolean().optional(),
      /** The page that is opened or searched. */
      url: z.string().optional(),
      pattern: z.string().optional(),
    })
    .optional(),
  results: z.array(SearchResult).optional(),
  /** Set if the search failed: the vendor's own word. */
  error: z.string().optional(),
});
export type SearchUnit = z.infer<typeof SearchUnit>;
