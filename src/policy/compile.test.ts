import { describe, expect, test } from "vitest";
import { sharedExists, sharedJson } from "../../test/shared.ts";
import { AbpError, openPolicy, type PolicyProfile } from "../contract/index.ts";
import {
  canConnect,
  canReadPath,
  canUseTool,
  compilePolicy,
  describePolicy,
  needsApproval,
  type PolicyOptions,
} from "./index.ts";

const compile = (profile: Partial<PolicyProfile>, options: PolicyOptions = {}) =>
  compilePolicy({ ...openPolicy(), ...profile }, options);

function caught(run: () => unknown): AbpError {
  try {
    run();
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("P12: what a profile means as a whole", () => {
  test("deny wins over allow in every list", () => {
    const policy = compile({
      allowed_tools: ["*"],
      disallowed_tools: ["Bash"],
      require_approval_for: ["Bash", "Edit"],
      allow_network: ["*.example.com"],
      deny_network: ["evil.example.com"],
    });
    expect(canUseTool(policy, "Bash").verdict).toBe("deny");
    expect(needsApproval(policy, "Bash").verdict).toBe("deny");
    expect(canConnect(policy, "evil.example.com").verdict).toBe("deny");
    expect(canConnect(policy, "api.example.com").verdict).toBe("allow");
  });

  test("an empty profile allows everything, by a rule that says so, and is described as open", () => {
    const policy = compile({});
    for (const decision of [
      canUseTool(policy, "Bash"),
      needsApproval(policy, "Bash"),
      canReadPath(policy, "a/.env"),
      canConnect(policy, "example.com"),
    ]) {
      expect(decision).toMatchObject({ verdict: "allow", rule: { id: "default.allow" } });
    }
    expect(describePolicy(policy)).toBe("open");
    expect(describePolicy(compile({}, { floor: openPolicy() }))).toBe("open");
  });

  test("a policy with rules is described by them", () => {
    const floor = { ...openPolicy(), deny_read: ["**/.env"] };
    expect(describePolicy(compile({ allowed_tools: ["a", "b"] }, { floor }))).toBe(
      "floor.deny_read 1, allowed_tools 2",
    );
    expect(describePolicy(compile({}, { explicitEmptyAllow: ["allow_network"] }))).toBe("allow_network 0");
  });

  test("an allow list that is written down as empty permits nothing", () => {
    const policy = compile({}, { explicitEmptyAllow: ["allowed_tools", "allow_network"] });
    expect(canUseTool(policy, "Read")).toMatchObject({
      verdict: "deny",
      rule: { id: "tools.not_in_allowlist" },
    });
    expect(canConnect(policy, "a.com")).toMatchObject({
      verdict: "deny",
      rule: { id: "network.not_in_allowlist" },
    });
  });

  test("patterns that cannot be compiled refuse the profile, and all of them are named", () => {
    const error = caught(() =>
      compile(
        {
          allowed_tools: ["ok", "{a"],
          disallowed_tools: ["mcp__x__["],
          deny_read: ["a", "b", "c", "[z-a]"],
          deny_network: ["https://example.com/"],
          require_approval_for: ["a\\"],
        },
        { floor: { ...openPolicy(), deny_write: ["}"] } },
      ),
    );
    expect(error.code).toBe("policy_invalid");
    expect(error.where).toBe("floor.deny_write[0]");
    const issues = error.details["issues"] as {
      where: string;
      pattern: string;
      key: string;
      message: string;
    }[];
    for (const { where, pattern, key, message } of issues)
      expect([key, message]).toEqual([
        where,
        expect.stringContaining(`${where} ${JSON.stringify(pattern)}: `),
      ]);
    expect(issues.map(({ key, message, ...issue }) => issue)).toEqual([
      { where: "floor.deny_write[0]", pattern: "}", reason: expect.stringContaining("{"), offset: 0 },
      { where: "policy.disallowed_tools[0]", pattern: "mcp__x__[", reason: expect.any(String), offset: 8 },
      { where: "policy.allowed_tools[1]", pattern: "{a", reason: expect.any(String), offset: 0 },
      { where: "policy.deny_read[3]", pattern: "[z-a]", reason: expect.any(String), offset: 3 },
      { where: "policy.deny_network[0]", pattern: "https://example.com/", reason: expect.any(String) },
      { where: "policy.require_approval_for[0]", pattern: "a\\", reason: expect.any(String), offset: 1 },
    ]);
    expect(error.message).toContain(`policy.deny_read[3] "[z-a]"`);
  });

  test("an allow list's pattern for an MCP tool is refused as a whole", () => {
    const error = caught(() => compile({ allowed_tools: ["mcp__x__["] }));
    expect(error.where).toBe("policy.allowed_tools[0]");
  });

  test("a root that is not absolute is refused", () => {
    expect(caught(() => compile({}, { root: "work" }))).toMatchObject({
      code: "validation_failed",
      where: "root",
    });
  });
});

describe("P23: hostile and long lists", () => {
  test("a rule of many stars and ten thousand rules decide as a short list does", () => {
    const rules = Array.from({ length: 10_000 }, (_, at) => `**/${"*a".repeat((at % 7) + 1)}*b${at}/{x,y}`);
    const policy = compile({ deny_read: [...rules, "**/.env"] });
    expect(canReadPath(policy, `${"a".repeat(60)}.txt`).verdict).toBe("allow");
    expect(canReadPath(policy, "deep/.env").rule.id).toBe("deny_read[10000]");
    expect(canReadPath(policy, "aaaaaaab4321/y").rule.id).toBe("deny_read[4321]");
  });
});

describe.skipIf(!sharedExists)("the profiles recorded from the earlier implementation", () => {
  const recorded = sharedExists
    ? sharedJson<{ source: string; value: PolicyProfile }[]>(
        "vectors",
        "abp-v0.1",
        "golden",
        "snapshots-policy.json",
      )
    : [];

  test("are there", () => {
    expect(recorded.length).toBeGreaterThan(30);
  });

  test.each(recorded)("$source compiles", ({ value }) => {
    const policy = compilePolicy(value, { root: "/srv/space" });
    const empty = Object.values(value).every((list) => (list as string[]).length === 0);
    expect(describePolicy(policy) === "open").toBe(empty);
    for (const [index, tool] of value.disallowed_tools.entries()) {
      if (tool.includes("*")) continue;
      expect(canUseTool(policy, tool).rule.id).toBe(`disallowed_tools[${index}]`);
    }
    for (const host of value.deny_network.filter((pattern) => !/[*/]/.test(pattern))) {
      expect(canConnect(policy, host)).toMatchObject({ verdict: "deny", rule: { pattern: host } });
    }
  });
});
