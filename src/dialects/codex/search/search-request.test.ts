import { describe, expect, it } from "vitest";
import { readSearch } from "./search-request.ts";

const read = (commands: object, filters: object = {}, settings: object = {}) =>
  readSearch({ id: "s", model: "m", commands, settings: { filters, ...settings } });

describe("a search without a conversation", () => {
  it("has its queries, its settings and where they lie", () => {
    const location = { type: "approximate", country: "DE" };
    expect(
      read(
        {
          search_query: [
            { q: " cats ", recency: 7 },
            { q: "dogs", domains: ["a.com"] },
          ],
        },
        { blocked_domains: ["b.org"] },
        { user_location: location },
      ),
    ).toEqual({
      queries: [
        { query: "cats", allow: undefined, block: ["b.org"], country: "DE" },
        { query: "dogs", allow: ["a.com"], block: ["b.org"], country: "DE" },
      ],
      notes: [],
      isLive: true,
    });
  });

  it("never leaves the allowed domains of its settings", () => {
    const { queries, notes } = read(
      {
        search_query: [
          { q: "all" },
          { q: "below", domains: ["docs.a.com", "evil.org"] },
          { q: "above", domains: ["org"] },
          { q: "outside", domains: ["evil.com", "aa.com"] },
        ],
      },
      { allowed_domains: ["a.com", "b.org/x"] },
    );
    expect(queries.map(({ query, allow }) => [query, allow])).toEqual([
      ["all", ["a.com", "b.org/x"]],
      ["below", ["docs.a.com"]],
      ["above", ["b.org/x"]],
    ]);
    expect(notes).toEqual([expect.stringContaining('"outside" asks for domains')]);
  });

  it("says of every other command that it is not to be retried", () => {
    const { queries, notes } = read({
      open: [{ ref_id: "https://a.com" }],
      weather: [{ location: "x" }],
      time: [],
    });
    expect(queries).toEqual([]);
    expect(notes).toEqual([
      "The command open is not available here. Do not retry it.",
      "The command weather is not available here. Do not retry it.",
    ]);
  });

  it("takes a plain text for the query if there is no command", () => {
    expect(readSearch({ model: "m", input: "cats" }).queries).toMatchObject([{ query: "cats" }]);
    expect(readSearch({ model: "m", input: [] }).queries).toEqual([]);
  });

  it("knows a stored index from the live web", () => {
    expect(read({}, {}, { external_web_access: false }).isLive).toBe(false);
  });

  it("takes ten queries", () => {
    const search_query = Array.from({ length: 12 }, (_, index) => ({ q: `q${index}` }));
    const { queries, notes } = read({ search_query });
    expect(queries).toHaveLength(10);
    expect(notes).toHaveLength(2);
  });

  it.each([
    [{ search_query: "cats" }, "$.commands.search_query"],
    [{ search_query: [{ q: "" }] }, "$.commands.search_query[0].q"],
    [{ search_query: [{ q: "a", domains: "a.com" }] }, "$.commands.search_query[0].domains"],
  ])("refuses %j", (commands, where) => {
    expect(() => read(commands)).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where }),
    );
  });
});
