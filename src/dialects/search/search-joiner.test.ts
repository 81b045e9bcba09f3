import { describe, expect, it } from "vitest";
import { SearchJoiner } from "./search-joiner.ts";

const call = (id: string, query: string) => ({ id, call: { action: "search" as const, queries: [query] } });
const found = (id: string, ...urls: string[]) => ({ id, results: urls.map((url) => ({ url })) });

describe("a search of two units", () => {
  it("is whole with its results", () => {
    const joiner = new SearchJoiner();
    expect(joiner.push(call("a", "rain"))).toBeUndefined();
    expect(joiner.push(found("a", "u"))).toEqual({ ...call("a", "rain"), results: [{ url: "u" }] });
    expect(joiner.end()).toEqual([]);
  });

  it("is whole with its error", () => {
    const joiner = new SearchJoiner();
    joiner.push(call("a", "rain"));
    expect(joiner.push({ id: "a", error: "unavailable" })).toMatchObject({ error: "unavailable" });
  });

  it("may lie between the units of another", () => {
    const joiner = new SearchJoiner();
    joiner.push(call("a", "rain"));
    joiner.push(call("b", "snow"));
    expect(joiner.push(found("b", "v"))?.call?.queries).toEqual(["snow"]);
    expect(joiner.push(found("a", "u"))?.call?.queries).toEqual(["rain"]);
  });

  it("keeps the queries if the outcome repeats the call without them", () => {
    const joiner = new SearchJoiner();
    joiner.push({ id: "a", call: { action: "search", queries: ["rain"] } });
    const whole = joiner.push({ id: "a", call: { action: "search", queries: [] }, results: [] });
    expect(whole?.call?.queries).toEqual(["rain"]);
  });

  it("comes at the end if its outcome never came", () => {
    const joiner = new SearchJoiner();
    joiner.push(call("a", "rain"));
    expect(joiner.push({ id: "a" })).toBeUndefined();
    expect(joiner.end()).toEqual([call("a", "rain")]);
    expect(joiner.end()).toEqual([]);
  });
});

describe("a search of one unit", () => {
  it("is whole at once, and told once", () => {
    const joiner = new SearchJoiner();
    const unit = { ...call("a", "rain"), results: [] };
    expect(joiner.push(unit)).toEqual(unit);
    expect(joiner.push(found("a", "u"))).toBeUndefined();
  });

  it("may be results of a call that is not known", () => {
    expect(new SearchJoiner().push(found("a", "u"))).toEqual(found("a", "u"));
  });
});
