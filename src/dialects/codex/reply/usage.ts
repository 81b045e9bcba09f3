import type { TokenUsage } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, nest, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { withSearches } from "../../search/search-count.ts";
import { usesPreview } from "../content/search-unit.ts";
import { ID } from "../wire.ts";

/** Reads the token counts of a response. */
export function readUsage(cursor: Cursor): TokenUsage {
  const usage: TokenUsage = {};
  const put = (
    name: "input" | "output" | "total" | "cacheRead" | "cacheWrite" | "reasoning",
    from: Cursor,
    at: string,
  ) => {
    const count = from.number(at);
    if (count !== undefined) usage[name] = count;
  };
  put("input", cursor, "input_tokens");
  put("output", cursor, "output_tokens");
  put("total", cursor, "total_tokens");
  let wrappers: Members | undefined;
  const input = cursor.object("input_tokens_details");
  if (input !== undefined) {
    put("cacheRead", input, "cached_tokens");
    put("cacheWrite", input, "cache_write_tokens");
    readWritesByTtl(input, usage);
    wrappers = nest(wrappers, "input_tokens_details", leftover(input));
  }
  const output = cursor.object("output_tokens_details");
  if (output !== undefined) {
    put("reasoning", output, "reasoning_tokens");
    wrappers = nest(wrappers, "output_tokens_details", leftover(output));
  }
  return Object.assign(usage, asVendor(ID, { ...leftover(cursor), ...wrappers }));
}

/** Reads the usage of a response. The searches are counted from its output, because the usage does not tell them. */
export function readCountedUsage(cursor: Cursor, searches: number, tools: unknown): TokenUsage {
  return withSearches(readUsage(cursor), searches, usesPreview(tools) ? searches : 0);
}

function readWritesByTtl(input: Cursor, usage: TokenUsage): void {
  const details = input.peek("cache_write_tokens_details");
  if (!isMembers(details)) return;
  const byTtl: Record<string, number> = {};
  for (const [name, count] of Object.entries(details)) {
    const ttl = /^ttl_(\w+)_tokens$/.exec(name)?.[1];
    if (ttl === undefined || typeof count !== "number") return;
    byTtl[ttl] = count;
  }
  input.take("cache_write_tokens_details");
  usage.cacheWriteByTtl = byTtl;
}

/** Writes token counts. Clients require those of the cache and of reasoning, so unknown ones are written as zero. */
export function writeUsage(usage: TokenUsage): Members {
  const own = ownMembers(usage, ID);
  const input = usage.input ?? 0;
  const output = usage.output ?? 0;
  const details: Members = {
    cached_tokens: usage.cacheRead ?? 0,
    cache_write_tokens: usage.cacheWrite ?? 0,
    ...writesByTtl(usage),
  };
  const written: Members = {
    input_tokens: input,
    input_tokens_details: restoreOwn(details, nested(own, "input_tokens_details")),
    output_tokens: output,
    output_tokens_details: restoreOwn(
      { reasoning_tokens: usage.reasoning ?? 0 },
      nested(own, "output_tokens_details"),
    ),
    total_tokens: usage.total ?? input + output,
  };
  return restoreOwn(written, own);
}

function writesByTtl({ cacheWriteByTtl }: TokenUsage): Members {
  const known = Object.entries(cacheWriteByTtl ?? {}).filter(([ttl]) => ttl === "30m" || ttl === "12h");
  if (known.length === 0) return {};
  const details = Object.fromEntries(known.map(([ttl, count]) => [`ttl_${ttl}_tokens`, count]));
  return { cache_write_tokens_details: { ttl_12h_tokens: 0, ttl_30m_tokens: 0, ...details } };
}

function nested(own: Members, name: string): Members {
  const value = own[name];
  return isMembers(value) ? value : {};
}
