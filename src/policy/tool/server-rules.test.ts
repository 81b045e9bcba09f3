import { describe, expect, test } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { compilePolicy } from "../compile.ts";
import { needsApproval } from "./approval.ts";
import { canUseTool } from "./tool-decision.ts";

const github = {
  server: "github",
  name: "*",
  isWholeServer: true,
  aliases: ["mcp__api.github.com__*", "mcp"],
};
const denying = (pattern: string) => compilePolicy({ ...openPolicy(), disallowed_tools: ["x", pattern] });
const allowing = (pattern: string) => compilePolicy({ ...openPolicy(), allowed_tools: ["x", pattern] });

describe("an offer of a whole MCP server", () => {
  test.each([
    "mcp__github__delete_repo",
    "mcp__GitHub__*",
    "mcp__git*__delete",
    "mcp__*__delete",
    "mcp__git*",
    "mcp__git*delete",
    "mcp__*",
    "*",
    "*delete*",
    "mcp__github__{a,b}",
    "{mcp__github__a,Bash}",
    "mcp__api.github.com__x",
    "mcp",
  ])("is denied by %j, which may match one of its tools", (pattern) => {
    expect(canUseTool(denying(pattern), github)).toMatchObject({
      verdict: "deny",
      rule: { id: "disallowed_tools[1]", pattern },
    });
  });

  test.each([
    "Bash",
    "Bash*",
    "mcp__gitlab__*",
    "mcp__gitlab__delete",
    "mcp__*lab__delete",
    "github",
    "mcpx",
    "m",
    "mcp__git",
  ])("is not denied by %j, which matches none of them", (pattern) => {
    expect(canUseTool(denying(pattern), github).verdict).toBe("allow");
  });

  test("is denied by the first of several rules", () => {
    const rules = ["mcp__gitlab__*", "mcp__github__delete", "mcp__github__*"];
    const policy = compilePolicy({ ...openPolicy(), disallowed_tools: rules });
    expect(canUseTool(policy, github).rule.id).toBe("disallowed_tools[1]");
  });

  test.each(["*", "**", "mcp__*", "mcp__git*", "mcp__github__*", "mcp__git*__*", "mcp__git*__**"])(
    "is allowed by %j, which allows all of its tools",
    (pattern) => {
      expect(canUseTool(allowing(pattern), github)).toMatchObject({
        verdict: "allow",
        rule: { id: "allowed_tools[1]", pattern },
      });
    },
  );

  test.each([
    "mcp__github__read",
    "mcp__github__?",
    "mcp__github__[!d]*",
    "mcp__GitHub__*",
    "mcp__gitlab__*",
    "mcp__gitlab*",
    "github*",
    "*_read",
    "mcp__api.github.com__*",
  ])("is not allowed by %j, which does not allow all of its tools", (pattern) => {
    expect(canUseTool(allowing(pattern), github).rule.id).toBe("tools.not_in_allowlist");
  });

  test("a name with separators is no way around a rule", () => {
    const odd = { server: "a__b", name: "*", isWholeServer: true };
    expect(canUseTool(denying("mcp__a__*"), odd).verdict).toBe("deny");
    expect(canUseTool(denying("mcp__a__b__delete"), odd).verdict).toBe("deny");
    expect(canUseTool(denying("mcp__a__b"), odd).verdict).toBe("allow");
    expect(canUseTool(denying("mcp__c__*"), odd).verdict).toBe("allow");
  });

  test("without a name is allowed by a rule for every tool alone", () => {
    const nameless = { name: "*", isWholeServer: true };
    expect(canUseTool(allowing("*"), nameless).verdict).toBe("allow");
    expect(canUseTool(allowing("mcp__*__*"), nameless).verdict).toBe("allow");
    expect(canUseTool(allowing("mcp__m*__*"), nameless).verdict).toBe("deny");
  });

  test("asks if one of its tools needs approval", () => {
    const policy = compilePolicy({ ...openPolicy(), require_approval_for: ["mcp__github__delete"] });
    expect(needsApproval(policy, github)).toMatchObject({ verdict: "ask", subject: "mcp__github__*" });
  });
});

describe("a server whose name somebody else chose", () => {
  const at = (hosts: readonly string[], more: object = {}) => ({ ...github, hosts, ...more });

  test.each([
    [["api.github.com"], "mcp__api.github.com__*", {}, "allow"],
    [["api.github.com"], "mcp__*.github.com__*", {}, "allow"],
    [["api.github.com"], "mcp__*", {}, "allow"],
    [["api.github.com"], "*", {}, "allow"],
    [["api.github.com"], "mcp__github__*", {}, "deny"],
    [["api.github.com"], "mcp__github__*", { isBound: true }, "allow"],
    [["api.github.com", "evil.test"], "mcp__api.github.com__*", {}, "deny"],
    [[], "mcp__github__*", {}, "deny"],
    [[], "mcp__*", {}, "allow"],
    [["api.github.com"], "mcp__github__read", { name: "read", isWholeServer: false }, "deny"],
    [["api.github.com"], "mcp__api.github.com__read", { name: "read", isWholeServer: false }, "allow"],
    [["api.github.com"], "mcp__github__read", { name: "read", isWholeServer: false, isBound: true }, "allow"],
  ])("at %j is judged by the allow rule %j with %j: %s", (hosts, pattern, more, verdict) => {
    expect(canUseTool(allowing(pattern), at(hosts, more)).verdict).toBe(verdict);
  });
});

test("a tool is allowed by each of its spellings, and by no alias", () => {
  const tool = {
    name: "web_search",
    spellings: ["web_search", "web_search_20250305"],
    aliases: ["googleSearch"],
  };
  for (const [pattern, verdict] of [
    ["web_search", "allow"],
    ["web_search_20250305", "allow"],
    ["web_search_2026*", "deny"],
    ["googleSearch", "deny"],
  ] as const)
    expect([pattern, canUseTool(allowing(pattern), tool).verdict]).toEqual([pattern, verdict]);
  expect(canUseTool(denying("googleSearch"), tool).verdict).toBe("deny");
});

test("a tool that is allowed by its own name and by a spelling is allowed by the rule of its name", () => {
  const policy = compilePolicy({ ...openPolicy(), allowed_tools: ["search_2", "search"] });
  const tool = { name: "search", spellings: ["search_2", "search"] };
  expect(canUseTool(policy, tool).rule.id).toBe("allowed_tools[1]");
  expect(canUseTool(policy, { ...tool, name: "other" }).rule.id).toBe("allowed_tools[0]");
});

test("a tool at several hosts is allowed by the rule of its first host", () => {
  const policy = compilePolicy({ ...openPolicy(), allowed_tools: ["mcp__a__*", "mcp__b__*"] });
  const at = (...hosts: string[]) => canUseTool(policy, { server: "x", name: "read", hosts }).rule.id;
  expect([at("a", "b"), at("b", "a")]).toEqual(["allowed_tools[0]", "allowed_tools[1]"]);
  expect([at("a", "c"), at("c", "a")]).toEqual(["tools.not_in_allowlist", "tools.not_in_allowlist"]);
});

test.each([
  [["*", "mcp__a__*"], "allowed_tools[0]"],
  [["mcp__a__*", "*"], "allowed_tools[0]"],
  [["*", "**"], "allowed_tools[0]"],
  [["mcp__*__*", "mcp__a__*"], "allowed_tools[0]"],
  [["x", "mcp__a__*", "*"], "allowed_tools[1]"],
  [["x", "*", "mcp__a__*"], "allowed_tools[1]"],
  [["x", "mcp__b__*", "*"], "allowed_tools[2]"],
  [["*_nothing", "mcp__a__*"], "allowed_tools[1]"],
])("of the rules %j that allow, the first that matches is named", (allowed_tools, expected) => {
  const policy = compilePolicy({ ...openPolicy(), allowed_tools });
  expect(canUseTool(policy, "mcp__a__read").rule.id).toBe(expected);
  expect(canUseTool(policy, { server: "a", name: "*", isWholeServer: true }).rule.id).toBe(expected);
});
