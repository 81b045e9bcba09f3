import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../contract/index.ts";
import { canReadPath, canUseTool, canWritePath, compilePolicy } from "./index.ts";

type Question = readonly ["tool" | "read" | "write", subject: string, verdict: "allow" | "deny"];

// The scenarios of the earlier implementation's policy_enforcement.feature.
const scenarios: readonly (readonly [
  title: string,
  profile: Partial<PolicyProfile>,
  questions: readonly Question[],
])[] = [
  [
    "an empty policy allows every tool",
    {},
    [
      ["tool", "Bash", "allow"],
      ["tool", "Read", "allow"],
      ["tool", "Write", "allow"],
    ],
  ],
  [
    "a disallowed tool is denied",
    { disallowed_tools: ["Bash"] },
    [
      ["tool", "Bash", "deny"],
      ["tool", "Read", "allow"],
    ],
  ],
  [
    "an allow list restricts to what it lists",
    { allowed_tools: ["Read", "Grep"] },
    [
      ["tool", "Read", "allow"],
      ["tool", "Grep", "allow"],
      ["tool", "Bash", "deny"],
    ],
  ],
  [
    "deny overrides allow for the same tool",
    { allowed_tools: ["Read", "Bash"], disallowed_tools: ["Bash"] },
    [
      ["tool", "Bash", "deny"],
      ["tool", "Read", "allow"],
    ],
  ],
  [
    "a wildcard allow leaves a specific deny in force",
    { allowed_tools: ["*"], disallowed_tools: ["Bash"] },
    [
      ["tool", "Read", "allow"],
      ["tool", "Write", "allow"],
      ["tool", "Bash", "deny"],
    ],
  ],
  [
    "a denied read blocks matching files",
    { deny_read: ["secret*"] },
    [
      ["read", "secret.txt", "deny"],
      ["read", "secrets.yaml", "deny"],
      ["read", "src/lib.rs", "allow"],
    ],
  ],
  [
    "a denied write blocks matching files",
    { deny_write: ["**/.git/**"] },
    [
      ["write", ".git/config", "deny"],
      ["write", "src/main.rs", "allow"],
    ],
  ],
  [
    "several denied reads",
    { deny_read: ["**/.env", "**/.env.*"] },
    [
      ["read", ".env", "deny"],
      ["read", ".env.production", "deny"],
      ["read", "src/lib.rs", "allow"],
    ],
  ],
  [
    "an empty policy allows every path",
    {},
    [
      ["read", "any/file.txt", "allow"],
      ["write", "any/file.txt", "allow"],
    ],
  ],
  [
    "a denied directory is denied all the way down",
    { deny_write: ["secret/**"] },
    [
      ["write", "secret/a/b/c.txt", "deny"],
      ["write", "secret/x.txt", "deny"],
      ["write", "public/data.txt", "allow"],
    ],
  ],
  [
    "tools, reads and writes are denied together",
    { disallowed_tools: ["Bash"], deny_read: ["secret/**"], deny_write: ["*.lock"] },
    [
      ["tool", "Bash", "deny"],
      ["tool", "Read", "allow"],
      ["read", "secret/key.pem", "deny"],
      ["read", "src/main.rs", "allow"],
      ["write", "Cargo.lock", "deny"],
      ["write", "src/lib.rs", "allow"],
    ],
  ],
  [
    "a denied write leaves the read alone",
    { deny_write: ["config/**"] },
    [
      ["write", "config/app.toml", "deny"],
      ["read", "config/app.toml", "allow"],
    ],
  ],
  [
    "several denied writes",
    { deny_write: ["*.lock", "dist/**"] },
    [
      ["write", "Cargo.lock", "deny"],
      ["write", "dist/bundle.js", "deny"],
      ["write", "src/main.rs", "allow"],
    ],
  ],
  [
    "an allow list may be a pattern",
    { allowed_tools: ["Tool*"] },
    [
      ["tool", "ToolRead", "allow"],
      ["tool", "ToolBash", "allow"],
      ["tool", "Grep", "deny"],
    ],
  ],
];

const ask = { tool: canUseTool, read: canReadPath, write: canWritePath };

describe("enforcement", () => {
  test.each(scenarios)("%s", (_title, profile, questions) => {
    const policy = compilePolicy({ ...openPolicy(), ...profile });
    for (const [kind, subject, verdict] of questions) {
      expect(ask[kind](policy, subject), `${kind} ${subject}`).toMatchObject({ verdict, subject });
    }
  });

  test("a denial says that the tool is disallowed, and by which rule", () => {
    const policy = compilePolicy({ ...openPolicy(), disallowed_tools: ["Read", "Bash"] });
    expect(canUseTool(policy, "Bash")).toEqual({
      verdict: "deny",
      rule: { id: "disallowed_tools[1]", list: "disallowed_tools", index: 1, pattern: "Bash" },
      subject: "Bash",
      reason: `tool 'Bash' is disallowed by disallowed_tools[1] "Bash"`,
    });
  });
});
