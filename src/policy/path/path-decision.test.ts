import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { canReadPath, canWritePath, compilePolicy, type PolicyOptions } from "../index.ts";

const compile = (profile: Partial<PolicyProfile>, options: PolicyOptions = {}) =>
  compilePolicy({ ...openPolicy(), ...profile }, { root: "/ws", ...options });

const secrets = compile({ deny_read: ["**/.env", "secret/**"] });

describe("P01: one path in many spellings", () => {
  test.each([
    ["./.env", ".env"],
    [".//.env", ".env"],
    ["a/../.env", ".env"],
    ["a/./b/../../.env", ".env"],
    [".env/", ".env"],
    [".env/.", ".env"],
    ["/ws/.env", ".env"],
    ["//ws//.env", ".env"],
    ["/ws/../ws/.env", ".env"],
    ["../ws/.env", ".env"],
    ["file:///ws/.env", ".env"],
    ["FILE://localhost/ws/.env", ".env"],
    ["file:///ws/%2eenv", ".env"],
    ["/proc/self/root/ws/.env", ".env"],
    ["/proc/1/root/proc/self/root/ws/.env", ".env"],
    ["/proc/self/cwd/.env", ".env"],
    ["/proc/thread-self/cwd/a/../.env", ".env"],
    ["/proc/self/task/17/cwd/.env", ".env"],
    ["/proc/self/cwd/../ws/.env", ".env"],
  ])("%j is decided as %j", (path, subject) => {
    expect(canReadPath(secrets, path)).toMatchObject({
      verdict: "deny",
      subject,
      rule: { id: "deny_read[0]", list: "deny_read", index: 0, pattern: "**/.env" },
    });
  });

  test.each([
    "../x",
    "a/../../x",
    "/etc/passwd",
    "/",
    "~",
    "~/x",
    "~root/x",
    "file:///etc/passwd",
    "/proc/self/root/etc/passwd",
    "/proc/self/cwd/../x",
    "/proc/7/cwd/x",
    "/proc/self/fd/3",
    "C:\\Windows\\x",
    "\\\\server\\share",
  ])("%j lies outside the workspace", (path) => {
    expect(canReadPath(compile({}), path)).toMatchObject({
      verdict: "deny",
      rule: { id: "path.outside_root" },
    });
  });

  test.each([
    ["./src/main.ts", "src/main.ts"],
    ["src//a/../main.ts", "src/main.ts"],
    ["/ws", "."],
    ["..a/b", "..a/b"],
    ["~$draft.docx", "~$draft.docx"],
  ])("%j stays allowed as %j", (path, subject) => {
    expect(canReadPath(secrets, path)).toMatchObject({
      verdict: "allow",
      subject,
      rule: { id: "default.allow" },
    });
  });

  test("a directory asked for with its separator is inside itself", () => {
    expect(canReadPath(secrets, "secret").verdict).toBe("allow");
    expect(canReadPath(secrets, "secret/").verdict).toBe("deny");
    expect(canReadPath(secrets, "secret/.").verdict).toBe("deny");
  });

  test("without a known root an absolute path is judged by the rules, and leaving upwards is denied", () => {
    const policy = compilePolicy({ ...openPolicy(), deny_read: ["/etc/passwd", "~/.ssh/**"] });
    expect(canReadPath(policy, "/etc//x/../passwd").rule.id).toBe("deny_read[0]");
    expect(canReadPath(policy, "~/.ssh/id_rsa").rule.id).toBe("deny_read[1]");
    expect(canReadPath(policy, "/etc/hosts").verdict).toBe("allow");
    expect(canReadPath(policy, "a/../../x").rule.id).toBe("path.outside_root");
    expect(canReadPath(policy, "~/../x").rule.id).toBe("path.outside_root");
  });

  test("rules in other spellings hold as well", () => {
    const policy = compile(
      { deny_read: ["./a//b", "/ws/c/**", "~/.ssh/**", "d/"] },
      { root: "/home/me/ws", home: "/home/me" },
    );
    expect(canReadPath(policy, "a/b").rule.id).toBe("deny_read[0]");
    expect(canReadPath(policy, "/home/me/.ssh/id_rsa").rule.id).toBe("deny_read[2]");
    expect(canReadPath(policy, "~/.ssh/id_rsa").rule.id).toBe("deny_read[2]");
    expect(canReadPath(policy, "~/ws/x").verdict).toBe("allow");
    expect(canReadPath(policy, "d/x").rule.id).toBe("deny_read[3]");
    expect(canReadPath(compile({ deny_read: ["/ws/c/**"] }), "c/x").rule.id).toBe("deny_read[0]");
  });

  test("rules do not reach the folders above the workspace", () => {
    const policy = compile({ deny_read: ["**/secret/**"] }, { root: "/home/secret/ws" });
    expect(canReadPath(policy, "/home/secret/ws/a").verdict).toBe("allow");
  });
});

describe("P02: components, not prefixes", () => {
  test("a neighbour whose name begins like the root is outside", () => {
    expect(canReadPath(compile({}), "/ws-evil/x").rule.id).toBe("path.outside_root");
    expect(canReadPath(compile({}), "../ws-evil/x").rule.id).toBe("path.outside_root");
    expect(canReadPath(compile({}, { root: "/ws/" }), "/ws/x").verdict).toBe("allow");
  });
});

describe("P03: links", () => {
  test("the resolved path is decided upon as well as the given one", () => {
    expect(canReadPath(secrets, "notes.txt", { resolved: "/ws/.env" }).rule.id).toBe("deny_read[0]");
    expect(canReadPath(secrets, "notes.txt", { resolved: "/etc/shadow" }).rule.id).toBe("path.outside_root");
    expect(canReadPath(secrets, ".env", { resolved: "/ws/notes.txt" }).rule.id).toBe("deny_read[0]");
    expect(canReadPath(secrets, "a.txt", { resolved: "/ws/b.txt" }).verdict).toBe("allow");
  });
});

describe("P04: case", () => {
  test("deny rules fold case if the file system does, and only there", () => {
    const policy = { deny_write: ["**/.Git/**"] };
    expect(canWritePath(compile(policy, { foldCase: true }), ".GIT/hooks/x").verdict).toBe("deny");
    expect(canWritePath(compile(policy), ".GIT/hooks/x").verdict).toBe("allow");
    expect(canWritePath(compile(policy), ".Git/hooks/x").verdict).toBe("deny");
  });
});

describe("P05: characters that look or normalise alike", () => {
  test.each([
    ["fullwidth letters", "．ｅｎｖ"],
    ["a zero-width space", ".e\u200bnv"],
    ["a right-to-left override", ".\u202eenv"],
    ["a soft hyphen", ".en\u00adv"],
    ["a Cyrillic letter", ".\u0435nv"],
    ["a fullwidth separator", "a\uff0f.env"],
  ])("%s does not hide a denied file", (_name, path) => {
    expect(canReadPath(secrets, path)).toMatchObject({ verdict: "deny", rule: { id: "deny_read[0]" } });
  });

  test("composed and decomposed spellings are one", () => {
    const composed = compile({ deny_read: ["caf\u00e9/**"] });
    const decomposed = compile({ deny_read: ["cafe\u0301/**"] });
    for (const policy of [composed, decomposed]) {
      expect(canReadPath(policy, "caf\u00e9/x").verdict).toBe("deny");
      expect(canReadPath(policy, "cafe\u0301/x").verdict).toBe("deny");
    }
  });

  test("dots of another width do not climb out", () => {
    expect(canReadPath(secrets, "．．/x").rule.id).toBe("path.outside_root");
  });
});

describe("P06: encodings and control characters", () => {
  test.each([
    ["%2eenv", "deny_read[0]"],
    ["a/%2e%2e/.env", "deny_read[0]"],
    ["%2e%2e/x", "path.outside_root"],
    ["%2e%2e%2f%ffx", "path.outside_root"],
    ["a\\.env", "deny_read[0]"],
    ["..\\x", "path.outside_root"],
    ["a%5c.env", "deny_read[0]"],
    ["a\u0000.txt", "path.control_character"],
    ["a%00.txt", "path.control_character"],
    ["file:///ws/a%00.txt", "path.control_character"],
    [".env\n", "path.control_character"],
    ["a\u009fb", "path.control_character"],
    ["", "path.empty"],
    ["a\ud800", "path.malformed"],
    ["file://elsewhere/ws/x", "path.malformed"],
    ["a/".repeat(3000), "path.too_long"],
  ])("%.30j is denied by %s", (path, rule) => {
    expect(canReadPath(secrets, path)).toMatchObject({ verdict: "deny", rule: { id: rule } });
  });

  test("nothing is decoded twice", () => {
    expect(canReadPath(secrets, "%252e%252e/x").verdict).toBe("allow");
    expect(canReadPath(secrets, "%252eenv").verdict).toBe("allow");
    expect(canReadPath(secrets, "file:///ws/%252eenv").verdict).toBe("allow");
  });

  test("a percent sign that escapes nothing is a character", () => {
    expect(canReadPath(secrets, "100%/done").verdict).toBe("allow");
  });

  test("what is printed holds no control characters and no endless text", () => {
    const decision = canReadPath(secrets, `\u001b[2J${"x".repeat(9000)}`);
    expect(decision.reason).not.toMatch(/\p{Cc}/u);
    expect(decision.reason.length).toBeLessThan(400);
  });
});
