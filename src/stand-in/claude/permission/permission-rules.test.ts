import { expect, it } from "vitest";
import { hasMeaning, policyPatterns, readRules } from "./permission-rules.ts";

const none = { allow: [], deny: [], ask: [], denied: [], offered: undefined, hasUnreadAllow: false };
const rule = (tool: string, pattern?: string) => ({ tool, pattern });

it.each<[Parameters<typeof readRules>[0], object]>([
  [{}, {}],
  [{ allowed: ["Bash(git:*), Read"] }, { allow: [rule("Bash", "git:*"), rule("Read")] }],
  [{ allowed: ["Read", "Unknown(x)", "(x)"] }, { allow: [rule("Read")], hasUnreadAllow: true }],
  [
    { denied: ["Bash(rm:*) Write mcp__a mcp__b*"] },
    {
      deny: [rule("Bash", "rm:*"), rule("Write"), rule("mcp__a"), rule("mcp__b*")],
      denied: ["Write", "mcp__a", "mcp__a__*", "mcp__b*"],
    },
  ],
  [{ asked: ["Bash(git push:*)"] }, { ask: [rule("Bash", "git push:*")] }],
  [{ offered: ["Read,Bash"] }, { offered: ["Read", "Bash"] }],
  [{ offered: [] }, { offered: [] }],
  [{ offered: ["Read default"] }, {}],
])("the rules %j are read", (written, read) => {
  expect(readRules(written)).toEqual({ ...none, ...read });
});

it.each([{ denied: ["Unknown(x)"] }, { asked: ["Unknown(x)"] }])("the rules %j are refused", (written) => {
  expect(() => readRules(written)).toThrow(
    expect.objectContaining({
      code: "capability_unsupported",
      where: "Unknown(x)",
      details: { feature: "scoped_deny" },
    }),
  );
});

it("a rule has a meaning if its tool has such patterns", () => {
  expect([rule("Bash", "a"), rule("Unknown"), rule("Unknown", "a")].map(hasMeaning)).toEqual([
    true,
    true,
    false,
  ]);
});

it.each<[string, readonly string[]]>([
  ["Bash", ["Bash"]],
  ["mcp__a", ["mcp__a", "mcp__a__*"]],
  ["mcp__a__*", ["mcp__a__*"]],
  ["x_mcp__a", ["x_mcp__a"]],
  ["Web*", ["Web*"]],
])("a policy has for %s the patterns %j", (tool, patterns) => {
  expect(policyPatterns(tool)).toEqual(patterns);
});
