import { describe, expect, it } from "vitest";
import { isVisible, scopeOf } from "./visibility.ts";

const mine = { tenant: "a", owner: "key:one" };
const admin = { tenant: "default", owner: "key:admin", seesAll: true };

describe("what a caller sees", () => {
  it("is what belongs to its owner in its tenant", () => {
    expect(isVisible(mine, mine)).toBe(true);
    expect(isVisible(mine, { ...mine, tenant: "b" })).toBe(false);
    expect(isVisible(mine, { ...mine, owner: "key:two" })).toBe(false);
    expect(isVisible(admin, mine)).toBe(true);
  });

  it("limits its lists, whatever tenant it names", () => {
    expect(scopeOf(mine)).toEqual(mine);
    expect(scopeOf(mine, "a")).toEqual(mine);
    expect(scopeOf(mine, "b")).toBeUndefined();
    expect(scopeOf(admin)).toEqual({ tenant: undefined });
    expect(scopeOf(admin, "b")).toEqual({ tenant: "b" });
  });
});
