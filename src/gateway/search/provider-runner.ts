import { hash } from "node:crypto";
import { AbpError, type SearchUnit } from "../../contract/index.ts";
import type { WebSearch } from "../../dialects/index.ts";
import type { SearchProvider, SearchQuery } from "../../engines/index.ts";
import { resultText } from "./result-text.ts";
import type { SearchOutcome, SearchRunner } from "./search-runner.ts";

/** The operator's limits of a call's searches. */
export interface SearchLimits {
  readonly maxResults: number;
  readonly maxRounds: number;
}

/** Runs the searches of one call at a search provider, with the caller's restrictions. */
export class ProviderRunner implements SearchRunner {
  readonly limit: number;
  readonly #provider: SearchProvider;
  readonly #search: WebSearch;
  readonly #maxResults: number;
  /** The queries so far, as they compare. */
  readonly #asked = new Set<string>();

  constructor(provider: SearchProvider, search: WebSearch, { maxResults, maxRounds }: SearchLimits) {
    this.#provider = provider;
    this.#search = search;
    this.#maxResults = maxResults;
    this.limit = Math.max(0, Math.min(search.maxUses ?? maxRounds, maxRounds));
  }

  async run(input: string, signal: AbortSignal): Promise<SearchOutcome> {
    const query = queryOf(input);
    if (query === undefined)
      return failed("invalid_tool_input", "The search needs one text as `query`. Nothing was searched.");
    const compared = query.toLowerCase().replace(/\s+/g, " ");
    if (this.#asked.has(compared)) {
      const text = "This was searched already, and the results stand above. Answer with them now.";
      return { text, isError: true, wasMade: false, endsLoop: true };
    }
    if (this.#asked.size >= this.limit)
      return failed("max_uses_exceeded", "No further search is possible. Answer with what you have.", query);
    this.#asked.add(compared);
    return this.#ask(query, signal);
  }

  async #ask(query: string, signal: AbortSignal): Promise<SearchOutcome> {
    const call = searchCall(query);
    const { name } = this.#provider;
    const record = { provider: name, query_sha256: sha256(query), result_sha256: [], cost_usd: 0 };
    try {
      const { results, cost } = await this.#provider.search(this.#question(query), signal);
      return {
        text: resultText(query, results),
        isError: false,
        wasMade: true,
        unit: {
          call,
          results: results.map(({ url, title, snippet, published }) => ({
            url,
            ...(title === undefined ? {} : { title }),
            ...(published === undefined ? {} : { age: published }),
            ...(snippet === undefined ? {} : { snippet }),
          })),
        },
        record: { ...record, result_sha256: results.map(({ url }) => sha256(url)), cost_usd: cost },
      };
    } catch (thrown) {
      const error =
        AbpError.is(thrown) && thrown.code === "backend_rate_limited" ? "too_many_requests" : "unavailable";
      return {
        text: "The search failed. Answer with what you know, and say that you could not search.",
        isError: true,
        wasMade: true,
        unit: { call, error },
        record: { ...record, error },
      };
    }
  }

  #question(query: string): SearchQuery {
    const { allowedDomains, blockedDomains, location, after, before } = this.#search;
    return {
      query,
      limit: this.#maxResults,
      allow: allowedDomains,
      block: blockedDomains,
      country: location?.country,
      after,
      before,
    };
  }
}

function failed(error: string, text: string, query?: string): SearchOutcome {
  return { text, isError: true, wasMade: false, unit: { call: searchCall(query), error } };
}

function searchCall(query: string | undefined): NonNullable<SearchUnit["call"]> {
  return { action: "search", queries: query === undefined ? [] : [query] };
}

function queryOf(input: string): string | undefined {
  try {
    const { query } = JSON.parse(input) as { query?: unknown };
    const text = typeof query === "string" ? query.trim() : "";
    return text === "" ? undefined : text;
  } catch {
    return undefined; // No JSON, or null. The model gets an error result and may try again.
  }
}

function sha256(text: string): string {
  return hash("sha256", text);
}
