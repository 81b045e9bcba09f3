import type { TokenUsage } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

const LIFETIME = /^ephemeral_(.+)_input_tokens$/;
const REQUESTS = /^(.+)_requests$/;

/** Reads usage. The vendor counts cached input beside the rest of the input; here it is a part of it. */
export function readUsage(value: unknown, path: string): TokenUsage {
  const cursor = new Cursor(value, path);
  const fresh = cursor.number("input_tokens");
  const cacheWrite = cursor.number("cache_creation_input_tokens");
  const cacheRead = cursor.number("cache_read_input_tokens");
  const output = cursor.number("output_tokens");
  const details = cursor.object("output_tokens_details");
  const reasoning = details?.number("thinking_tokens");
  const byTtl = readCounts(cursor.object("cache_creation"), LIFETIME);
  const tools = readCounts(cursor.object("server_tool_use"), REQUESTS);
  const unread: Members = { ...leftover(cursor) };
  if (byTtl?.rest !== undefined) unread["cache_creation"] = byTtl.rest;
  if (tools?.rest !== undefined) unread["server_tool_use"] = tools.rest;
  const detailsLeft = details === undefined ? undefined : leftover(details);
  if (detailsLeft !== undefined) unread["output_tokens_details"] = detailsLeft;
  return {
    ...(fresh === undefined ? {} : { input: fresh + (cacheWrite ?? 0) + (cacheRead ?? 0) }),
    ...(output === undefined ? {} : { output }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(byTtl === undefined ? {} : { cacheWriteByTtl: byTtl.counts }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(tools === undefined ? {} : { serverTools: tools.counts }),
    ...asVendor(ID, unread),
  };
}

/** Writes usage; the counts that the wire requires are zero where they are not known. */
export function writeUsage(usage: TokenUsage | undefined): Members {
  const {
    input = 0,
    output = 0,
    cacheRead,
    cacheWrite,
    cacheWriteByTtl,
    reasoning,
    serverTools,
  } = usage ?? {};
  const written: Members = {
    input_tokens: Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    cache_creation_input_tokens: cacheWrite ?? null,
    cache_read_input_tokens: cacheRead ?? null,
  };
  if (cacheWriteByTtl !== undefined) {
    written["cache_creation"] = writeCounts(cacheWriteByTtl, (ttl) => `ephemeral_${ttl}_input_tokens`);
  }
  written["output_tokens"] = output;
  if (reasoning !== undefined) written["output_tokens_details"] = { thinking_tokens: reasoning };
  if (serverTools !== undefined) {
    written["server_tool_use"] = writeCounts(serverTools, (tool) => `${tool}_requests`);
  }
  return usage === undefined ? written : restoreOwn(written, ownMembers(usage, ID));
}

function readCounts(
  cursor: Cursor | undefined,
  pattern: RegExp,
): { counts: Record<string, number>; rest: Members | undefined } | undefined {
  if (cursor === undefined) return undefined;
  const counts: Record<string, number> = {};
  for (const name of Object.keys(cursor.value)) {
    const key = pattern.exec(name)?.[1];
    const count = key === undefined ? undefined : cursor.number(name);
    if (key !== undefined && count !== undefined) counts[key] = count;
  }
  return { counts, rest: leftover(cursor) };
}

function writeCounts(counts: Record<string, number>, nameOf: (key: string) => string): Members {
  return Object.fromEntries(Object.entries(counts).map(([key, count]) => [nameOf(key), count]));
}
