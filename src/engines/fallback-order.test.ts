import { describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { checkFallbacks } from "./fallback-order.ts";

function refusal(fallbacks: Record<string, string[]>): AbpError | undefined {
  try {
    checkFallbacks(new Map(Object.entries(fallbacks)));
    return undefined;
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
}

describe("the check of fallbacks", () => {
  it("accepts chains, and engines that share a fallback", () => {
    expect(refusal({})).toBeUndefined();
    expect(refusal({ a: ["b", "c"], b: ["c"], c: ["d"], d: [] })).toBeUndefined();
  });

  it("looks at each engine once, however many lead to it", () => {
    const names = Array.from({ length: 64 }, (_, index) => [`a${index}`, `b${index}`]);
    const chain = names.flatMap((pair, index) => pair.map((name) => [name, names[index + 1] ?? []] as const));
    expect(refusal(Object.fromEntries(chain) as Record<string, string[]>)).toBeUndefined();
  });

  it("refuses a name that no engine has, with the nearest one", () => {
    const error = refusal({ a: ["backup", "bakcup"], backup: [] });
    expect(error?.code).toBe("config_invalid");
    expect(error?.where).toBe("engines.a.fallback[1]");
    expect(error?.message).toBe(
      '`engines.a.fallback[1]` names the engine "bakcup", which is not configured; did you mean "backup"?',
    );
    expect(refusal({ a: ["x-y-z"], other: [] })?.message).toBe(
      '`engines.a.fallback[0]` names the engine "x-y-z", which is not configured',
    );
  });

  it("lists every fault at once", () => {
    const issues = refusal({ a: ["x", "b"], b: ["y", "a"] })?.details["issues"] as { key: string }[];
    expect(issues.map(({ key }) => key)).toEqual([
      "engines.a.fallback[0]",
      "engines.b.fallback[0]",
      "engines.a.fallback",
    ]);
  });

  it.each<[Record<string, string[]>, string, string]>([
    [{ a: ["a"] }, "engines.a.fallback", "a → a"],
    [{ a: ["b"], b: ["a"] }, "engines.a.fallback", "a → b → a"],
    [{ a: ["b"], b: ["c"], c: ["b"] }, "engines.b.fallback", "b → c → b"],
    [{ a: ["x", "b"], x: [], b: ["a"] }, "engines.a.fallback", "a → b → a"],
    [{ x: [], y: ["x"], a: ["y", "b"], b: ["a"] }, "engines.a.fallback", "a → b → a"],
  ])("refuses a circle: %j", (fallbacks, where, circle) => {
    const error = refusal(fallbacks);
    expect(error?.where).toBe(where);
    expect(error?.message).toBe(`\`${where}\` has fallbacks that form a circle: ${circle}`);
  });
});
