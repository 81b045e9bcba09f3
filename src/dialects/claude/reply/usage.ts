import type { TokenUsage } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { type Members, put } from "../../members/members.ts";
import { keepOwn, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
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
  const ran = tools === undefined ? undefined : thoseThatRan(tools.counts);
  const own: Members = leftover(cursor) ?? {};
  put(own, "cache_creation", byTtl?.rest);
  put(own, "server_tool_use", tools?.rest);
  put(own, "output_tokens_details", details === undefined ? undefined : leftover(details));
  // Each call has usage, and a literal with spreads would take half as long again.
  const usage: TokenUsage = {};
  if (fresh !== undefined) usage.input = fresh + (cacheWrite ?? 0) + (cacheRead ?? 0);
  if (output !== undefined) usage.output = output;
  if (cacheRead !== undefined) usage.cacheRead = cacheRead;
  if (cacheWrite !== undefined) usage.cacheWrite = cacheWrite;
  if (byTtl !== undefined) usage.cacheWriteByTtl = byTtl.counts;
  if (reasoning !== undefined) usage.reasoning = reasoning;
  if (ran !== undefined) usage.serverTools = ran;
  return keepOwn(usage, ID, own);
}

/**
 * Writes usage with every member that the API has, null if nothing is known. Counts of input and output are zero
 * if they are not known.
 */
export function writeUsage(usage: TokenUsage | undefined): Members {
  const byTtl = usage?.cacheWriteByTtl;
  const written: Members = {
    ...writeTotals(usage),
    cache_creation:
      byTtl === undefined
        ? null
        : writeCounts(byTtl, ["5m", "1h"], (lifetime) => `ephemeral_${lifetime}_input_tokens`),
    inference_geo: null,
    service_tier: null,
    speed: null,
  };
  return usage === undefined ? written : restoreOwn(written, ownMembers(usage, ID));
}

/** Writes the usage at the end of a stream, which has fewer members. */
export function writeFinalUsage(usage: TokenUsage | undefined): Members {
  const written = writeTotals(usage);
  return usage === undefined ? written : restoreOwn(written, ownMembers(usage, ID));
}

function writeTotals(usage: TokenUsage | undefined): Members {
  const { input = 0, output = 0, cacheRead, cacheWrite, reasoning, serverTools } = usage ?? {};
  return {
    input_tokens: Math.max(0, input - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    cache_creation_input_tokens: cacheWrite ?? null,
    cache_read_input_tokens: cacheRead ?? null,
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? null : { thinking_tokens: reasoning },
    server_tool_use: serverTools === undefined ? null : writeRequests(serverTools),
  };
}

// The API counts two tools. Other vendors have several searches of the web; runs of other tools have no count here.
function writeRequests(counts: Record<string, number>): Members {
  const known: Record<string, number> = {};
  for (const [tool, count] of Object.entries(counts)) {
    const name = tool.startsWith("web_search") ? "web_search" : tool;
    if (name === "web_search" || name === "web_fetch") known[name] = (known[name] ?? 0) + count;
  }
  return writeCounts(known, ["web_search", "web_fetch"], (tool) => `${tool}_requests`);
}

// An answer lists every tool that it counts, with zero for those that did not run.
function thoseThatRan(counts: Record<string, number>): Record<string, number> | undefined {
  const ran = Object.entries(counts).filter(([, count]) => count > 0);
  return ran.length === 0 ? undefined : Object.fromEntries(ran);
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

/** Writes counts, with zero for those of `wanted` that are not there. */
function writeCounts(
  counts: Record<string, number>,
  wanted: readonly string[],
  nameOf: (key: string) => string,
): Members {
  const written: Members = {};
  for (const key of wanted) written[nameOf(key)] = 0;
  for (const [key, count] of Object.entries(counts)) written[nameOf(key)] = count;
  return written;
}
