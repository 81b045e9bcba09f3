import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { canUseTool, compilePolicy, needsApproval } from "../index.ts";

const compile = (profile: Partial<PolicyProfile>) => compilePolicy({ ...openPolicy(), ...profile });

describe("P04: spellings of a tool's name", () => {
  const policy = compile({ disallowed_tools: ["Bash"] });

  test.each(["Bash", "bash", "BASH", "Bash ", " bash\u00a0"])("%j is denied by a rule for Bash", (name) => {
    expect(canUseTool(policy, name)).toMatchObject({ verdict: "deny", rule: { id: "disallowed_tools[0]" } });
  });

  test("a rule with a blank at its end is a rule all the same", () => {
    expect(canUseTool(compile({ disallowed_tools: ["Bash "] }), "Bash").verdict).toBe("deny");
  });

  test.each(["bash", "Read ", "READ"])("%j is not permitted by an allow list of other spellings", (name) => {
    expect(canUseTool(compile({ allowed_tools: ["Read", "Bash"] }), name)).toMatchObject({
      verdict: "deny",
      rule: { id: "tools.not_in_allowlist" },
    });
  });

  test("names that are only similar are other tools", () => {
    expect(canUseTool(policy, "BashOutput").verdict).toBe("allow");
  });
});

describe("P05: lookalike names", () => {
  const policy = compile({ disallowed_tools: ["Bash"] });

  test.each(["Ｂａｓｈ", "Ba\u200bsh", "B\u0430sh", "\u202eBash"])(
    "%j is denied by a rule for Bash",
    (name) => {
      expect(canUseTool(policy, name).verdict).toBe("deny");
    },
  );
});

describe("P06: names that are none", () => {
  test.each(["", "  ", "Ba\u0000sh", "Bash\n", "Bash\ud800"])(
    "%j is denied even by an empty profile",
    (name) => {
      expect(canUseTool(compile({}), name)).toMatchObject({
        verdict: "deny",
        rule: { id: "tools.malformed_name" },
      });
    },
  );
});

describe("P14: tools of MCP servers", () => {
  const denied = compile({ disallowed_tools: ["mcp__github__*"] });

  test.each([
    "mcp__github__create_issue",
    "MCP__GitHub__create_issue",
    "mcp__github__a/b",
    "mcp__github/create_issue",
    "mcp_github_create_issue",
    "mcp.github.create_issue",
    "mcp:github:create",
    "mcp____github____x",
    "mcp__github__x__y",
  ])("%j belongs to a denied server", (name) => {
    expect(canUseTool(denied, name)).toMatchObject({ verdict: "deny", rule: { id: "disallowed_tools[0]" } });
  });

  test.each(["mcp__github-enterprise__x", "mcp__git__hub", "mcp__gitlab__github", "github", "mcpgithub"])(
    "%j does not",
    (name) => {
      expect(canUseTool(denied, name).verdict).toBe("allow");
    },
  );

  test("a rule for one tool of every server finds it on each", () => {
    const policy = compile({ disallowed_tools: ["mcp__*__delete"] });
    expect(canUseTool(policy, "mcp__a__delete").verdict).toBe("deny");
    expect(canUseTool(policy, "mcp.a.delete").verdict).toBe("deny");
    expect(canUseTool(policy, { server: "b", name: "delete" }).verdict).toBe("deny");
    expect(canUseTool(policy, "mcp__a__delete_all").verdict).toBe("allow");
  });

  test("a rule for all of them spares the other tools", () => {
    const policy = compile({ disallowed_tools: ["mcp__*__*"] });
    expect(canUseTool(policy, "mcp__x__y/z").verdict).toBe("deny");
    expect(canUseTool(policy, "Bash").verdict).toBe("allow");
  });

  test("a permission holds for server and tool apart", () => {
    const policy = compile({ allowed_tools: ["Read", "mcp__git*__read", "mcp__docs__*"] });
    expect(canUseTool(policy, "mcp__github__read").rule.id).toBe("allowed_tools[1]");
    expect(canUseTool(policy, "mcp__docs__a__b").rule.id).toBe("allowed_tools[2]");
    expect(canUseTool(policy, { server: "docs", name: "x" }).rule.id).toBe("allowed_tools[2]");
    expect(canUseTool(policy, "Read").rule.id).toBe("allowed_tools[0]");
    for (const name of ["mcp__git__x__read", "mcp__docs/evil__x", "mcp_docs_x", "mcp__evil__docs__x"]) {
      expect(canUseTool(policy, name).rule.id, name).toBe("tools.not_in_allowlist");
    }
    expect(canUseTool(policy, { server: "docs__evil", name: "x" }).verdict).toBe("deny");
  });

  test("a pattern with groups is matched on the whole name", () => {
    const policy = compile({ allowed_tools: ["mcp__{a,b}__*"] });
    expect(canUseTool(policy, "mcp__b__x").verdict).toBe("allow");
    expect(canUseTool(policy, "mcp__c__x").verdict).toBe("deny");
  });

  test("a rule against one of a tool's names is a rule against the tool", () => {
    const policy = compile({ disallowed_tools: ["Bash"], require_approval_for: ["Edit"] });
    expect(canUseTool(policy, { name: "shell", aliases: ["Bash"] }).verdict).toBe("deny");
    expect(needsApproval(policy, { name: "apply_patch", aliases: ["Edit"] }).verdict).toBe("ask");
    expect(
      canUseTool(compile({ allowed_tools: ["Bash"] }), { name: "shell", aliases: ["Bash"] }).verdict,
    ).toBe("deny");
  });
});

describe("approval", () => {
  const policy = compile({
    allowed_tools: ["Bash", "Write", "Read", "bash"],
    disallowed_tools: ["Write"],
    require_approval_for: ["Write", "Bash", "mcp__*__*"],
  });

  test("is asked for by the rule that names the tool", () => {
    expect(needsApproval(policy, "Bash")).toEqual({
      verdict: "ask",
      rule: { id: "require_approval_for[1]", list: "require_approval_for", index: 1, pattern: "Bash" },
      subject: "Bash",
      reason: `tool 'Bash' requires approval by require_approval_for[1] "Bash"`,
    });
    expect(needsApproval(policy, "bash").verdict).toBe("ask");
  });

  test("does not lift a denial", () => {
    expect(needsApproval(policy, "Write").rule.id).toBe("disallowed_tools[0]");
    expect(needsApproval(policy, "mcp__a__b").rule.id).toBe("tools.not_in_allowlist");
  });

  test("is not needed for the others", () => {
    expect(needsApproval(policy, "Read")).toMatchObject({
      verdict: "allow",
      rule: { id: "allowed_tools[2]" },
    });
  });
});
