import { z } from "zod";

export const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 50;

/** The query of every list. A cursor comes from the page before and holds for as long as its rows are kept. */
export const pageQuery = {
  cursor: z.string().max(256).optional().describe("`next_cursor` of the page before."),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .describe("The most items of the page."),
};

/** A page of a list, the newest item first unless the route says otherwise. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe("For the next page; null if this one is the last."),
  });
}
