import { describe, expect, it } from "vitest";
import { fakeSearch, searchingWith } from "../fixtures/searched-call.ts";

describe("the search of a gateway", () => {
  it("is on for all calls without lists", () => {
    expect(searchingWith(fakeSearch()).isOnFor("e", "k")).toBe(true);
  });

  it("is on only if the engine and the key are listed", () => {
    const { isOnFor } = searchingWith(fakeSearch(), { engines: ["a*"], keys: ["team-*", "me"] });
    expect(isOnFor("abc", "team-1")).toBe(true);
    expect(isOnFor("abc", "me")).toBe(true);
    expect(isOnFor("abc", "you")).toBe(false);
    expect(isOnFor("b", "me")).toBe(false);
  });

  it("states the operator's limits, and what the provider restricts", () => {
    const provider = { ...fakeSearch(), can: { ...fakeSearch().can, dates: false, country: true } };
    const settings = { max_results: 3, max_rounds: 4, after_tool_results: false };
    const { limits, abilities, provider: given } = searchingWith(provider, settings);
    expect(given).toBe(provider);
    expect(limits).toEqual({ maxResults: 3, maxRounds: 4 });
    expect(abilities).toEqual({ afterToolResults: false, dates: false, country: true });
  });
});
