import type { SearchUnit } from "../../contract/index.ts";

/** Joins the call of a search and its outcome, which some vendors give as two units of one id. */
export class SearchJoiner {
  readonly #open = new Map<string, SearchUnit>();
  readonly #done = new Set<string>();

  /** Takes a unit, and gives the search that is whole with it; undefined if its outcome is still to come or was given before. */
  push(unit: SearchUnit): SearchUnit | undefined {
    const { id } = unit;
    if (this.#done.has(id)) return undefined;
    const before = this.#open.get(id);
    const call = joinCalls(before?.call, unit.call);
    const joined: SearchUnit = { ...before, ...unit, ...(call === undefined ? {} : { call }) };
    if (joined.results === undefined && joined.error === undefined) {
      if (call !== undefined) this.#open.set(id, joined);
      return undefined;
    }
    this.#open.delete(id);
    this.#done.add(id);
    return joined;
  }

  /** The searches that never got an outcome, once there is no more to come. */
  end(): SearchUnit[] {
    const rest = [...this.#open.values()];
    this.#open.clear();
    return rest;
  }
}

// The outcome may repeat the call with less in it.
function joinCalls(before: SearchUnit["call"], after: SearchUnit["call"]): SearchUnit["call"] {
  if (before === undefined || after === undefined) return after ?? before;
  return { ...before, ...after, queries: after.queries.length > 0 ? after.queries : before.queries };
}
