import { describe, expect, it } from "vitest";
import { type WaiverSource, waivedLosses } from "./waivers.ts";

const strict = (...allowLoss: string[]): WaiverSource => ({ mode: "strict", allowLoss });
const loose = (...allowLoss: string[]): WaiverSource => ({ mode: "best_effort", allowLoss });
const silent: WaiverSource = { mode: undefined, allowLoss: undefined };
const strictWithoutList: WaiverSource = { mode: "strict", allowLoss: undefined };

describe("the losses that strict mode waives", () => {
  it("are the strict key's own, whatever the route waives", () => {
    expect(waivedLosses({ key: strict("a"), route: loose("b"), gateway: ["c"] })).toEqual(["a"]);
    expect(waivedLosses({ key: strict(), route: loose("b"), gateway: ["c"] })).toEqual([]);
  });

  it("are the strict route's own, whatever the key waives", () => {
    expect(waivedLosses({ key: loose("a"), route: strict("b"), gateway: ["c"] })).toEqual(["b"]);
  });

  it("are those that both waive, if both are strict", () => {
    expect(waivedLosses({ key: strict("a", "b"), route: strict("b", "c"), gateway: ["a"] })).toEqual(["b"]);
  });

  it("are the gateway's for a strict key or route without a list", () => {
    expect(waivedLosses({ key: strictWithoutList, route: loose("b"), gateway: ["c"] })).toEqual(["c"]);
    const both = { key: strictWithoutList, route: strict("b", "c"), gateway: ["c", "d"] };
    expect(waivedLosses(both)).toEqual(["c"]);
  });

  it("are all together if the gateway or the caller's header asks for strict mode", () => {
    expect(waivedLosses({ key: silent, route: silent, gateway: ["c"] })).toEqual(["c"]);
    expect(waivedLosses({ key: loose("a"), route: silent, gateway: ["c"] })).toEqual(["c", "a"]);
    expect(waivedLosses({ key: silent, route: loose("b"), gateway: ["c"] })).toEqual(["c", "b"]);
    const all = { key: { ...silent, allowLoss: ["a"] }, route: loose("b", "c"), gateway: ["c"] };
    expect(waivedLosses(all)).toEqual(["c", "a", "b"]);
  });
});
