import { describe, expect, it } from "vitest";
import { dialectIds, endpointGroups } from "./index.ts";
import { detectDialects, dialects, findDialect } from "./lookup.ts";

describe("the registry", () => {
  it("has one dialect for each id, in the order of the ids", () => {
    expect(dialects.map(({ id }) => id)).toEqual([...dialectIds]);
  });

  it("names the groups of all endpoints that keep something", () => {
    const kept = dialects
      .flatMap(({ endpoints }) => endpoints)
      .flatMap(({ passed }) => (passed?.access === "resource" ? [passed.group] : []));
    const shared = dialects
      .flatMap(({ accountIds }) => accountIds.places)
      .flatMap(({ kind }) => kind.sharedBy ?? []);
    expect([...new Set([...kept, ...shared])].sort()).toEqual([...endpointGroups]);
  });

  it("finds a dialect by its id", () => {
    for (const id of dialectIds) expect(findDialect(id).id).toBe(id);
  });

  it("suggests the nearest id for one that does not exist, and lists all when none is near", () => {
    expect(() => findDialect("cluade")).toThrow('"cluade" is no dialect; did you mean "claude"?');
    expect(() => findDialect("zzzzzzzzzz")).toThrow(
      `"zzzzzzzzzz" is no dialect; there are ${dialectIds.join(", ")}`,
    );
    expect(() => findDialect("zzzzzzzzzz")).toThrow(expect.objectContaining({ code: "dialect_unknown" }));
  });
});

describe("detection", () => {
  it("puts the likeliest dialect first, with its score", () => {
    const [first, ...rest] = detectDialects({ contents: [{ parts: [{ text: "x" }] }] });
    expect(first).toMatchObject({ dialect: { id: "gemini" }, score: 0.95 });
    expect(rest).toHaveLength(dialectIds.length - 1);
    const scores = detectDialects({ model: "m", messages: [] }).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  });

  it("keeps the order of the registry for equal scores", () => {
    const ids = detectDialects({})
      .filter(({ score }) => score === 0)
      .map(({ dialect }) => dialect.id);
    expect(ids).toEqual([...dialectIds]);
  });

  it("uses the path and the headers of the call", () => {
    expect(detectDialects({}, { path: "/v1/responses" })[0]).toMatchObject({
      dialect: { id: "codex" },
      score: 1,
    });
    const headers = { "anthropic-version": "2023-06-01" };
    expect(detectDialects({ messages: [] }, { headers })[0]?.dialect.id).toBe("claude");
  });
});
