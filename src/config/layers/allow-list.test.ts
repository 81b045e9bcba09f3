import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob, GlobError } from "../../lib/index.ts";
import { intersectAllowLists } from "./allow-list.ts";

describe("the intersection of two allow lists", () => {
  test.each([
    [["Read", "Edit"], ["Edit", "Bash"], ["Edit"], ["Bash"]],
    [["*"], ["Read"], ["Read"], []],
    [["Read"], ["*"], ["Read"], ["*"]],
    [["Read*"], ["ReadFile", "Write"], ["ReadFile"], ["Write"]],
    [["Read*"], ["Read[AB]*"], ["Read[AB]*"], []],
    [["Read*"], ["Reap*", "Rea[d]*", "Re*"], ["Read*"], ["Reap*", "Rea[d]*", "Re*"]],
    [["a*"], ["[b]*", "*"], ["a*"], ["[b]*", "*"]],
    [["**"], ["a*"], [], ["a*"]],
    [["?a*"], ["?ab*"], [], ["?ab*"]],
    [["gpt-*"], ["gpt-5.1", "claude-*"], ["gpt-5.1"], ["claude-*"]],
    [["R?ad"], ["Road", "R*ad"], ["Road"], ["R*ad"]],
    [["mcp__*"], ["mcp__github__read"], [], ["mcp__github__read"]],
    [["mcp__a__b"], ["mcp__a__b"], ["mcp__a__b"], []],
    [["?"], ["*"], ["?"], ["*"]],
    [["[*]x"], ["*x"], [], ["*x"]],
    [["[a"], ["b"], [], ["b"]],
    [["Read"], ["Bash"], [], ["Bash"]],
  ])("of %j and %j is %j, without %j", (floor, narrower, allowed, refused) => {
    expect(intersectAllowLists(floor, narrower, "globs")).toEqual({ allowed, refused });
  });

  test.each([
    [["*.example.com"], ["api.example.com"], ["api.example.com"]],
    [["*.example.com"], ["example.com", "example.com.evil.net", "evilexample.com"], []],
    [["*"], ["a.com:443"], ["a.com:443"]],
    [["api*"], ["api.evil.com"], []],
    [["*example.com"], ["evil.example.com"], []],
    [["10.0.0.0/8"], ["10.1.2.3"], []],
    [["a.com"], ["a.com"], ["a.com"]],
    [["*.example.com"], ["*.api.example.com"], ["*.api.example.com"]],
    [["*.example.com"], ["a[b].example.com", "evil.net/.example.com", "a.example.com:80"], []],
    [["a.com"], ["b.undefined", "undefined"], []],
    [["b.example.com"], ["*.example.com"], ["b.example.com"]],
  ])("of the hosts %j and %j is %j", (floor, narrower, allowed) => {
    expect(intersectAllowLists(floor, narrower, "hosts").allowed).toEqual(allowed);
  });

  const pattern = fc
    .array(fc.constantFrom("a", "b", "*", "?", "[ab]", "{a,b}", "_", "."), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(""))
    .filter(isGlob);
  const list = fc.array(pattern, { minLength: 1, maxLength: 3 });
  const name = fc
    .array(fc.constantFrom("a", "b", "_", "."), { minLength: 1, maxLength: 5 })
    .map((one) => one.join(""));

  test("allows no name that one of the lists does not allow", () => {
    fc.assert(
      fc.property(list, list, name, (floor, narrower, text) => {
        const matches = (globs: readonly string[]) => globs.some((glob) => compileGlob(glob).matches(text));
        const { allowed } = intersectAllowLists(floor, narrower, "globs");
        if (matches(allowed)) expect(matches(floor) && matches(narrower)).toBe(true);
      }),
    );
  });
});

function isGlob(text: string): boolean {
  try {
    compileGlob(text);
    return true;
  } catch (error) {
    if (error instanceof GlobError) return false;
    throw error;
  }
}
