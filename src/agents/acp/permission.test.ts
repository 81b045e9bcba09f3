import { describe, expect, it } from "vitest";
import { decidesOnLaterTools, permissionAnswer } from "./permission.ts";

const allow = { verdict: "allow", reason: "" } as const;
const deny = { verdict: "deny", reason: "" } as const;
const option = (kind: string) => ({ optionId: kind.toUpperCase(), kind });
const selected = (kind: string) => ({ outcome: { outcome: "selected", optionId: kind.toUpperCase() } });
const cancelled = { outcome: { outcome: "cancelled" } };

describe("the answer to a permission request", () => {
  it("prefers the option for once", () => {
    const options = ["allow_always", "reject_always", "allow_once", "reject_once"].map(option);
    expect(permissionAnswer({ options }, allow)).toEqual(selected("allow_once"));
    expect(permissionAnswer({ options }, deny)).toEqual(selected("reject_once"));
  });

  it("takes the other option of the same kind if there is no option for once", () => {
    const options = ["allow_always", "reject_always"].map(option);
    expect(permissionAnswer({ options }, allow)).toEqual(selected("allow_always"));
    expect(permissionAnswer({ options }, deny)).toEqual(selected("reject_always"));
  });

  it.each([
    ["allow_always", allow, true],
    ["reject_always", deny, true],
    ["allow_once", allow, false],
    ["reject_once", deny, false],
    ["reject_always", allow, false],
  ])("of the only option %s decides on later tools: %j, %j", (kind, decision, isStanding) => {
    const params = { options: [option(kind)] };
    expect(decidesOnLaterTools(params, permissionAnswer(params, decision))).toBe(isStanding);
  });

  it("reads the options that are options, the first of a kind", () => {
    const options = [
      null,
      1,
      { kind: "allow_once", optionId: 5 },
      option("allow_once"),
      { kind: "allow_once", optionId: "b" },
    ];
    expect(permissionAnswer({ options }, allow)).toEqual(selected("allow_once"));
    expect(permissionAnswer({ options: { kind: "allow_once" } }, allow)).toEqual(cancelled);
    const odd = [
      null,
      { kind: 5, optionId: "A" },
      { kind: "allow_always" },
      { kind: "allow_always", optionId: "A" },
    ];
    expect(decidesOnLaterTools({ options: odd }, selected("a"))).toBe(true);
    expect(decidesOnLaterTools({ options: odd.slice(0, 3) }, selected("a"))).toBe(false);
    expect(decidesOnLaterTools({ options: 5 }, selected("a"))).toBe(false);
  });

  it("cancels the question if no option fits", () => {
    expect(permissionAnswer({ options: [option("allow_once")] }, deny)).toEqual(cancelled);
    expect(permissionAnswer({ options: [option("reject_once")] }, allow)).toEqual(cancelled);
    expect(permissionAnswer({ options: [{ kind: "allow_once" }, 1] }, allow)).toEqual(cancelled);
    expect(permissionAnswer({}, allow)).toEqual(cancelled);
  });

  it("names the reason of a denial as an option to an agent that shows its model such an option", () => {
    const profile = { showsUnknownOptions: true };
    const options = ["allow_once", "reject_once"].map(option);
    const denied = { verdict: "deny", reason: "ALLOW_ONCE" } as const;
    const outcome = { outcome: "selected", optionId: "denied: ALLOW_ONCE" };
    expect(permissionAnswer({ options }, denied, profile)).toEqual({ outcome });
    expect(permissionAnswer({ options }, allow, profile)).toEqual(selected("allow_once"));
  });
});
