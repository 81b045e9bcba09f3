import type { SearchResult, SearchUnit } from "../../../contract/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import type { Members } from "../../members/members.ts";
import { SearchJoiner } from "../../search/search-joiner.ts";
import { mintContent, mintedCallId } from "./minted-search.ts";

const ERRORS: ReadonlySet<string> = new Set([
  "invalid_tool_input",
  "unavailable",
  "max_uses_exceeded",
  "too_many_requests",
  "query_too_long",
  "request_too_large",
]);

/**
 * Writes the searches of other dialects as pairs of `server_tool_use` and `web_search_tool_result`. Clients count the
 * pairs, and show a search without one as no search at all.
 */
export class SearchWriter {
  readonly #joiner = new SearchJoiner();

  /** The blocks that a unit completes. Pages that were opened have no block here. */
  push(unit: SearchUnit): Members[] {
    const whole = this.#joiner.push(unit);
    return whole === undefined ? [] : writePairs(whole);
  }

  /** The blocks of searches that never got an outcome. */
  end(): Members[] {
    return this.#joiner.end().flatMap(writePairs);
  }
}

// Queries that were asked together are one search. What was found stands on the last pair.
function writePairs({ id, call, results = [], error }: SearchUnit): Members[] {
  if (call !== undefined && call.action !== "search") return [];
  const queries = call?.queries ?? [];
  const asked = call?.together === true || queries.length === 0 ? [queries.join("; ")] : queries;
  return asked.flatMap((query, index) => {
    const callId = mintedCallId(sha256Hex(`${id}\n${index}`).slice(0, 24));
    const caller = { type: "direct" };
    const isLast = index === asked.length - 1;
    return [
      { type: "server_tool_use", id: callId, name: "web_search", input: { query }, caller },
      {
        type: "web_search_tool_result",
        tool_use_id: callId,
        caller,
        content: error === undefined ? (isLast ? results.map(writeResult) : []) : writeError(error),
      },
    ];
  });
}

function writeResult(result: SearchResult): Members {
  return {
    type: "web_search_result",
    url: result.url,
    title: result.title ?? hostOf(result.url),
    page_age: result.age ?? null,
    encrypted_content: mintContent(result),
  };
}

function writeError(error: string): Members {
  return {
    type: "web_search_tool_result_error",
    error_code: ERRORS.has(error) ? error : "unavailable",
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
