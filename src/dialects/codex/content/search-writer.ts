import type { SearchUnit } from "../../../contract/index.ts";
import { sha256Hex } from "../../../lib/index.ts";
import type { Members } from "../../members/members.ts";
import { SearchJoiner } from "../../search/search-joiner.ts";
import { SEARCH_CALL } from "./search-unit.ts";

/** Writes the searches of other dialects as `web_search_call` items. */
export class SearchWriter {
  readonly #joiner = new SearchJoiner();
  readonly #showsSources: boolean;

  /** `showsSources`: whether the caller asked for the pages that were found. */
  constructor(showsSources: boolean) {
    this.#showsSources = showsSources;
  }

  /** The item that a unit completes. */
  push(unit: SearchUnit): Members | undefined {
    const whole = this.#joiner.push(unit);
    return whole === undefined ? undefined : this.#write(whole, whole.error === undefined);
  }

  /** The items of searches that never got an outcome. */
  end(): Members[] {
    return this.#joiner.end().map((unit) => this.#write(unit, false));
  }

  #write(unit: SearchUnit, isWhole: boolean): Members {
    return {
      type: SEARCH_CALL,
      id: `ws_${sha256Hex(unit.id).slice(0, 32)}`,
      status: isWhole ? "completed" : "failed",
      action: this.#action(unit),
    };
  }

  #action({ call, results = [] }: SearchUnit): Members {
    const { action = "search", queries = [], url, pattern } = call ?? {};
    if (action === "open") return { type: "open_page", url: url ?? null };
    if (action === "find") return { type: "find_in_page", url: url ?? "", pattern: pattern ?? "" };
    const sources = results.map((result) => ({ type: "url", url: result.url }));
    return {
      type: "search",
      query: queries[0] ?? "",
      queries,
      ...(this.#showsSources ? { sources } : {}),
    };
  }
}
