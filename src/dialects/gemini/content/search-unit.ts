import type { OpaqueBlock, SearchResult, SearchUnit } from "../../../contract/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ID } from "../wire.ts";

/** The kind of the unit that stands for a candidate's grounding. It is no part: the candidate holds it. */
export const GROUNDING = "groundingMetadata";

/**
 * Reads the call or the response of a search that the vendor ran, from a `toolCall` or `toolResponse` part; undefined
 * for another tool. The response names no pages: the candidate's grounding does.
 */
export function readToolPart(kind: string, part: Members): SearchUnit | undefined {
  const inner = part[kind];
  if (!isMembers(inner) || typeof inner["id"] !== "string") return undefined;
  const { id, args, tool_type: other, toolType = other } = inner;
  const isSearch = toolType === "GOOGLE_SEARCH_WEB";
  if (!isSearch && toolType !== "URL_CONTEXT") return undefined;
  if (kind === "toolResponse") return { id };
  if (kind !== "toolCall") return undefined;
  const { queries, urls } = isMembers(args) ? args : {};
  if (isSearch) return { id, call: { action: "search", queries: textsOf(queries) } };
  const [url] = textsOf(urls);
  return { id, call: { action: "open", queries: [], ...(url === undefined ? {} : { url }) } };
}

/**
 * The unit that stands for the searches of a candidate, from its grounding metadata; undefined if nothing was
 * searched. `call` is the id of the last search that a part of the candidate shows: then only the results are given.
 */
export function groundingBlock(metadata: unknown, call?: string): OpaqueBlock | undefined {
  if (!isMembers(metadata)) return undefined;
  const queries = queriesOf(metadata);
  const results = resultsOf(metadata["groundingChunks"]);
  if (queries.length === 0 && results.length === 0) return undefined;
  const id = call ?? `gs_${sha256Hex(JSON.stringify([queries, results])).slice(0, 24)}`;
  const asked = call === undefined ? { call: { action: "search" as const, queries } } : {};
  return {
    type: "opaque",
    dialect: ID,
    kind: GROUNDING,
    id,
    value: metadata,
    search: { id, ...asked, results },
  };
}

/** Whether a unit is the call of a search of the web. */
export function isSearchCall({ search }: OpaqueBlock): boolean {
  return search?.call?.action === "search";
}

const GROUNDED: ReadonlySet<string> = new Set(["webSearchQueries", "groundingChunks", "groundingSupports"]);

/** The members of grounding metadata that have no neutral form, such as the widget to show; undefined for none. */
export function ungrounded(metadata: Members): Members | undefined {
  let rest: Members | undefined;
  for (const name of Object.keys(metadata)) {
    if (GROUNDED.has(name) || metadata[name] === null) continue;
    rest ??= {};
    rest[name] = metadata[name];
  }
  return rest;
}

/** The searches that were run. The vendor also lists empty ones, which it does not bill. */
export function queriesOf(metadata: Members): string[] {
  return textsOf(metadata["webSearchQueries"]).filter((query) => query !== "");
}

function resultsOf(chunks: unknown): SearchResult[] {
  if (!Array.isArray(chunks)) return [];
  return chunks.flatMap((chunk: unknown) => {
    const web = isMembers(chunk) ? chunk["web"] : undefined;
    if (!isMembers(web) || typeof web["uri"] !== "string") return [];
    const { uri, title } = web;
    return [{ url: uri, ...(typeof title === "string" ? { title } : {}) }];
  });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
