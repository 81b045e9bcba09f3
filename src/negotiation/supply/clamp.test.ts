import { describe, expect, it } from "vitest";
import { claim } from "../fixtures/builders.ts";
import { supports } from "./claim.ts";
import { clampClaim, supportRank } from "./clamp.ts";

describe("clamping a claim", () => {
  it("ranks support from unsupported to native, with unknown above unsupported", () => {
    expect([...supports].sort((left, right) => supportRank(left) - supportRank(right))).toStrictEqual([
      "unsupported",
      "unknown",
      "restricted",
      "emulated",
      "native",
    ]);
  });

  it("takes the claim with the lower support, the smaller limit and the common kinds", () => {
    const high = claim("native", { limit: 3, kinds: ["b", "a", "c"], reason: "high", evidence: "declared" });
    const low = claim("emulated", { limit: 5, kinds: ["a", "b"], reason: "low", evidence: "catalog" });
    const clamped = { ...low, limit: 3, kinds: ["b", "a"] };
    expect(clampClaim(high, low)).toStrictEqual(clamped);
    expect(clampClaim(low, high)).toStrictEqual({ ...clamped, kinds: ["a", "b"] });
  });

  it("keeps the claim itself when both have the same support", () => {
    const one = claim("native", { reason: "one" });
    expect(clampClaim(one, claim("native", { reason: "other" }))).toStrictEqual(one);
  });

  it("takes a limit and kinds that only one side has", () => {
    const bare = claim("native");
    const bounded = claim("native", { limit: 7, kinds: ["a"] });
    expect(clampClaim(bare, bounded)).toStrictEqual(bounded);
    expect(clampClaim(bounded, bare)).toStrictEqual(bounded);
    expect(clampClaim(bare, bare)).toStrictEqual(bare);
  });
});
