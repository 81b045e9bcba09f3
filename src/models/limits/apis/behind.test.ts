import { describe, expect, it } from "vitest";
import type { FamilyLimits } from "../limit-row.ts";
import { behind, relayed } from "./behind.ts";

const known = { family: "some", source: "a page", mark: "F" } as const;
const includes = () => true;

describe("the rows behind an API", () => {
  it("name the API", () => {
    const family: FamilyLimits = { ...known, includes, limits: { stop: { count: 4 } } };
    expect(behind("x", [family])).toStrictEqual([{ ...family, api: "x" }]);
  });
});

describe("the limits that a relay passes on", () => {
  it.each<[string, FamilyLimits["limits"]]>([
    ["sampling", { sampling: { exclusive: true } }],
    ["output", { output: { max: 5 } }],
    ["choice", { choice: { forced: "never" } }],
    ["turns", { turns: { prefill: false } }],
  ])("are those of %s, alone", (_, limits) => {
    const family = { ...known, includes, limits: { ...limits, reasoning: { supported: false } } };
    expect(relayed([family])).toStrictEqual([{ ...known, includes, limits }]);
  });

  it("leave out a family that has none of them", () => {
    const of = (limits: FamilyLimits["limits"]) => ({ ...known, limits });
    const kept = of({ output: { max: 5 } });
    expect(relayed([of({ reasoning: { efforts: [] } }), kept, of({ messages: {} })])).toStrictEqual([kept]);
  });
});
