import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../contract/index.ts";
import {
  canConnect,
  canReadPath,
  canUseTool,
  canWritePath,
  compilePolicy,
  describePolicy,
  needsApproval,
  tightenPolicy,
} from "./index.ts";

const tools = ["Bash", "Read", "mcp__a__b"];
const paths = ["a", "a/b", "secret/x", ".env"];
const hosts = ["a.com", "x.a.com", "10.0.0.1"];

const toolList = fc.subarray(["*", "Bash", "Re*", "mcp__*__*"]);
const pathList = fc.subarray(["**", "a", "a/**", "**/.env", "secret/**"]);
const hostList = fc.subarray(["*", "a.com", "*.a.com", "10.0.0.0/8"]);
const profiles: fc.Arbitrary<PolicyProfile> = fc.record({
  allowed_tools: toolList,
  disallowed_tools: toolList,
  deny_read: pathList,
  deny_write: pathList,
  allow_network: hostList,
  deny_network: hostList,
  require_approval_for: toolList,
});

describe("a floor", () => {
  test("can only be tightened: both must allow, and either may ask", () => {
    fc.assert(
      fc.property(profiles, profiles, (below, above) => {
        const floor = compilePolicy(below, { root: "/ws" });
        const order = compilePolicy(above, { root: "/ws" });
        for (const both of [
          tightenPolicy(floor, above),
          compilePolicy(above, { root: "/ws", floor: below }),
        ]) {
          const decisions = [
            ...tools.map((tool) => [floor, order, both].map((policy) => canUseTool(policy, tool))),
            ...paths.map((path) => [floor, order, both].map((policy) => canReadPath(policy, path))),
            ...paths.map((path) => [floor, order, both].map((policy) => canWritePath(policy, path))),
            ...hosts.map((host) => [floor, order, both].map((policy) => canConnect(policy, host))),
          ];
          for (const [one, other, joint] of decisions) {
            const allowed = one!.verdict === "allow" && other!.verdict === "allow";
            expect(joint!.verdict).toBe(allowed ? "allow" : "deny");
          }
          for (const tool of tools) {
            const [one, other, joint] = [floor, order, both].map(
              (policy) => needsApproval(policy, tool).verdict,
            );
            const denied = one === "deny" || other === "deny";
            expect(joint).toBe(denied ? "deny" : one === "ask" || other === "ask" ? "ask" : "allow");
          }
        }
      }),
    );
  });

  test("is named in the rules that it decides by", () => {
    const floor = compilePolicy({
      ...openPolicy(),
      disallowed_tools: ["Bash"],
      allowed_tools: ["Read", "Bash"],
    });
    const policy = tightenPolicy(floor, { ...openPolicy(), deny_read: ["x"] });
    expect(canUseTool(policy, "Bash").rule.id).toBe("floor.disallowed_tools[0]");
    expect(canUseTool(policy, "Edit").rule.id).toBe("floor.tools.not_in_allowlist");
    expect(canReadPath(policy, "x").rule.id).toBe("deny_read[0]");
    expect(canUseTool(tightenPolicy(policy, openPolicy()), "Bash").rule.id).toBe(
      "floor.floor.disallowed_tools[0]",
    );
    expect(describePolicy(policy)).toBe("floor.allowed_tools 2, floor.disallowed_tools 1, deny_read 1");
  });

  test("refuses a profile that cannot be compiled", () => {
    const floor = compilePolicy(openPolicy());
    expect(() => tightenPolicy(floor, { ...openPolicy(), deny_read: ["["] })).toThrow("policy.deny_read[0]");
  });

  test("an explicitly empty allow list tightens to nothing", () => {
    const policy = tightenPolicy(compilePolicy(openPolicy()), openPolicy(), {
      explicitEmptyAllow: ["allowed_tools"],
    });
    expect(canUseTool(policy, "Read").verdict).toBe("deny");
  });
});
