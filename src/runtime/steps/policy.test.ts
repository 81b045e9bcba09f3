import { describe, expect, it } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { canUseTool } from "../../policy/index.ts";
import { compileRunPolicy, readDenial } from "./policy.ts";

const places = { root: "/repo", home: "/home/me" };
const profile = (more: Partial<PolicyProfile>): PolicyProfile => ({ ...openPolicy(), ...more });

describe("the policy of a run", () => {
  it("denies what any of its layers denies", () => {
    const floors = [profile({ disallowed_tools: ["A"] }), profile({ disallowed_tools: ["B"] })];
    const policy = compileRunPolicy(profile({ disallowed_tools: ["C"] }), floors, places);
    expect(policy.layers).toHaveLength(3);
    expect(["A", "B", "C", "D"].map((tool) => canUseTool(policy, tool).verdict)).toEqual([
      "deny",
      "deny",
      "deny",
      "allow",
    ]);
    expect(compileRunPolicy(openPolicy(), [], places).layers).toHaveLength(1);
  });

  it("finds its paths from the workspace and the home directory", () => {
    const own = profile({ deny_read: ["/repo/a", "~/b"] });
    const isDenied = readDenial(compileRunPolicy(own, [], places));
    expect(isDenied?.("a", undefined)).toBe("deny_read[0]");
    expect(isDenied?.("link", "/home/me/b")).toBe("deny_read[1]");
  });
});

describe("the files that are left out of a stage", () => {
  it("are none without a rule, also if a name cannot be judged", () => {
    expect(readDenial(compileRunPolicy(openPolicy(), [], places))?.("a\nb", undefined)).toBeUndefined();
  });

  it("are those of any layer, by their name or by where they lead", () => {
    const policy = compileRunPolicy(openPolicy(), [profile({ deny_read: ["secret"] })], places);
    const isDenied = readDenial(policy);
    expect(isDenied?.("secret", undefined)).toBeDefined();
    expect(isDenied?.("link", "/repo/secret")).toBeDefined();
    expect(isDenied?.("a\nb", undefined)).toBe("path.control_character");
    expect(isDenied?.("open", undefined)).toBeUndefined();
    expect(isDenied?.("link", "/etc/hosts")).toBeUndefined();
  });
});
