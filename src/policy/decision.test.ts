import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openPolicy } from "../contract/index.ts";
import { describeRule } from "./decision.ts";
import { canConnect, canReadPath, canUseTool, canWritePath, compilePolicy, needsApproval } from "./index.ts";

const policy = compilePolicy(
  {
    ...openPolicy(),
    disallowed_tools: ["Bash", "mcp__x__*"],
    deny_read: ["**/.env", "caf\u00e9/**"],
    deny_network: ["*.evil.com", "10.0.0.0/8"],
    require_approval_for: ["W*"],
  },
  { root: "/ws", foldCase: true },
);

const odd = fc.constantFrom(
  ..."/.~%\\:@[]#_-",
  "..",
  "%2e",
  "%00",
  "file:",
  "mcp__",
  "\u0000",
  "\u202e",
  "\ud800",
  "．",
);
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 12 })
  .map((parts) => {
    return parts.join("");
  });

describe("a decision", () => {
  test("is made about any text whatever, names its rule, and can be printed on one line", () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const decision of [
          canUseTool(policy, given),
          needsApproval(policy, given),
          canReadPath(policy, given),
          canWritePath(policy, given),
          canConnect(policy, given),
        ]) {
          expect(decision.rule.id).toMatch(/^[a-z_]+(\[\d+\]|\.[a-z_]+)$/);
          expect(decision.reason).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
          expect(decision.subject).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("about a spelling and about the normal form it was brought to are the same", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "..", ".", "", ".env", "ws"), { maxLength: 6 }), (parts) => {
        const first = canReadPath(policy, `/ws/${parts.join("/")}`);
        const second = canReadPath(policy, first.subject);
        expect(second).toEqual(first);
      }),
    );
  });

  test("shows the rule with its pattern", () => {
    expect(describeRule(canReadPath(policy, "a/.env").rule)).toBe(`deny_read[0] "**/.env"`);
    expect(describeRule(canReadPath(policy, "../a").rule)).toBe("path.outside_root");
  });
});
