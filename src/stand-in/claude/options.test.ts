import { describe, expect, it } from "vitest";
import { readCommandLine } from "./arguments.ts";
import { claudeFeatures } from "./features.ts";
import { readOptions } from "./options.ts";

const files: Record<string, string> = {
  "sys.txt": "from a file",
  "mcp.json": '{"mcpServers":{"f":{"command":"c"}}}',
};
const read = (...argv: string[]) => readOptions(readCommandLine(argv), async (path) => files[path] ?? "");

describe("readOptions", () => {
  it("has the values of Claude Code without flags", async () => {
    expect(await read()).toEqual({
      allow: [],
      deny: [],
      ask: [],
      denied: [],
      offered: undefined,
      hasUnreadAllow: false,
      prompt: undefined,
      input: "text",
      output: "text",
      hasPartialMessages: false,
      replaysUserMessages: false,
      model: undefined,
      maxTurns: undefined,
      maxBudgetUsd: undefined,
      outputSchema: undefined,
      instructions: [],
      hasCallback: false,
      mode: "default",
      mcpServers: {},
      sdkServers: [],
      sessionId: undefined,
      resume: undefined,
      forks: false,
      keepsSession: true,
      notes: [],
    });
  });

  it("reads what the SDK passes", async () => {
    const options = await read(
      ...["--output-format", "stream-json", "--verbose", "--input-format", "stream-json", "--max-turns=4"],
      ...[
        "--max-budget-usd=0.5",
        "--model=m",
        '--json-schema={"type":"object"}',
        "--permission-prompt-tool=stdio",
      ],
      ...["--resume=abc", "--fork-session", "--session-id=new", "--no-session-persistence"],
      ...["--include-partial-messages", "--replay-user-messages", "--setting-sources="],
      ...[
        "--permission-mode=acceptEdits",
        "--allowedTools=Read,Bash",
        "--disallowedTools=WebFetch",
        "--tools=Read,Edit",
      ],
    );
    expect(options).toMatchObject({
      input: "stream-json",
      output: "stream-json",
      maxTurns: 4,
      maxBudgetUsd: 0.5,
      model: "m",
      outputSchema: { type: "object" },
      hasCallback: true,
      resume: "abc",
      forks: true,
      sessionId: "new",
      keepsSession: false,
      hasPartialMessages: true,
      replaysUserMessages: true,
      mode: "acceptEdits",
      allow: [{ tool: "Read" }, { tool: "Bash" }],
      denied: ["WebFetch"],
      offered: ["Read", "Edit"],
      notes: [],
    });
  });

  it("reads instructions and servers from arguments and files", async () => {
    const options = await read(
      "--input-format=stream-json",
      ...["--append-system-prompt", "b", "--system-prompt", "a", "--system-prompt-file", "sys.txt"],
      ...[
        "--mcp-config",
        '{"mcpServers":{"a":{"type":"http","url":"http://x"},"s":{"type":"sdk","name":"s"}}}',
        "mcp.json",
      ],
    );
    expect(options.instructions).toEqual(["a", "from a file", "b"]);
    expect(options.mcpServers).toEqual({ a: { url: "http://x" }, f: { command: "c" } });
    expect(options.sdkServers).toEqual(["s"]);
    expect((await read("--system-prompt", "")).instructions).toEqual([]);
  });

  it("continues the latest session with --continue", async () => {
    expect((await read("--continue")).resume).toBe("latest");
    expect((await read("--continue", "--resume", "x")).resume).toBe("x");
    await expect(read("--resume")).rejects.toThrow("--resume needs a session id");
  });

  it("reads the permissions of settings, from an argument or a file", async () => {
    const permissions = { allow: ["Bash(git:*)"], deny: ["Read(.env)"], ask: ["Edit"], defaultMode: "plan" };
    const settings = JSON.stringify({ permissions });
    files["settings.json"] = settings;
    for (const value of [settings, "settings.json"]) {
      const options = await read("--settings", value, "--disallowedTools", "WebFetch");
      expect(options).toMatchObject({
        allow: [{ tool: "Bash", pattern: "git:*" }],
        deny: [{ tool: "WebFetch" }, { tool: "Read", pattern: ".env" }],
        ask: [{ tool: "Edit" }],
        denied: ["WebFetch"],
        mode: "plan",
      });
    }
    expect((await read("--settings", settings, "--permission-mode", "default")).mode).toBe("default");
  });

  it("skips permissions if that is asked for", async () => {
    expect((await read("--dangerously-skip-permissions")).mode).toBe("bypassPermissions");
  });

  it.each([
    [["--effort=high", "--thinking=adaptive"], ["model_settings"]],
    [
      ["--agents", "{}", "--settings", '{"model":"x"}'],
      ["agents", "settings"],
    ],
    [["--setting-sources=user"], ["settings"]],
    [["--add-dir", "/x"], ["directories"]],
    [["--permission-mode=auto"], ["auto_mode"]],
    [["--allowedTools=WebSearch(x)"], ["scoped_allow"]],
    [["--settings", '{"permissions":{"allow":["Bash"],"additionalDirectories":["/x"]}}'], ["settings"]],
    [["--settings", '{"permissions":{"deny":["Bash(rm:*)"]}}', "--allowedTools=Bash(git:*)"], []],
    [["--session-mirror"], ["diagnostics"]],
  ] as const)("discloses %j", async (argv, features) => {
    expect((await read(...argv)).notes).toEqual(features.map((name) => claudeFeatures[name].words));
  });

  it.each([
    [["--resume-session-at=x"], "resume_at"],
    [["--managed-settings", "{}"], "managed_settings"],
    [["--permission-prompt-tool", "mcp__x__y"], "permission_tool"],
    [["--mcp-config", '{"mcpServers":{"s":{"type":"sdk"}}}'], "mcp_sdk_text"],
    [["--disallowedTools=WebSearch(x)"], "scoped_deny"],
    [["--settings", '{"permissions":{"ask":["WebSearch(x)"]}}'], "scoped_deny"],
    [["--mcp-config", '{"mcpServers":{"a":{"type":"sse","url":"http://x"}}}'], "mcp_sse_servers"],
  ] as const)("refuses %j", async (argv, feature) => {
    await expect(read(...argv)).rejects.toMatchObject({
      code: "capability_unsupported",
      message: claudeFeatures[feature].words,
    });
  });

  it.each([
    [["--settings", "[]"], "--settings is not a JSON object"],
    [["--settings", '{"permissions":1}'], "is not an object"],
    [["--settings", '{"permissions":{"deny":"Bash"}}'], "is not a list of rules"],
    [["--max-turns=0"], "--max-turns is"],
    [["--max-turns=x"], "not a positive number"],
    [["--max-budget-usd=Infinity"], "not a positive number"],
    [["--json-schema=[]"], "--json-schema is not a JSON object"],
    [["--output-format=xml"], "allowed choices are text, json, stream-json"],
    [["--permission-mode=none"], "is not a permission mode"],
    [["--mcp-config", "{}"], "no object `mcpServers`"],
    [["--mcp-config", '{"mcpServers":{"a":1}}'], 'MCP server "a" is not an object'],
    [["--mcp-config", '{"mcpServers":{"a":{}}}'], "neither a command nor a url"],
  ] as const)("takes %j for a mistake", async (argv, message) => {
    await expect(read(...argv)).rejects.toMatchObject({ code: "usage_invalid" });
    await expect(read(...argv)).rejects.toThrow(message);
  });
});
