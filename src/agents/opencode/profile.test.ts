import { describe, expect, it } from "vitest";
import { replayTask } from "../acp/fixtures/replay-task.ts";
import { opencodeProfile } from "./profile.ts";

const task = new URL("fixtures/task.jsonl", import.meta.url);

describe("the recorded task of OpenCode", () => {
  it("is reported once, each tool asked for before it ran", async () => {
    const { result, context } = await replayTask(opencodeProfile, task);
    // The figures of the result are those of the last call only.
    expect(result).not.toHaveProperty("usage");
    expect(result.usageRaw).toEqual({ inputTokens: 6522, outputTokens: 3, totalTokens: 6525 });
    expect(result.session).toBe("ses_e1d7e90b6ffe4Hw7q0hnxiMLqq");
    expect(context.of("command_executed")).toMatchObject([{ exit_code: 0, output_preview: "out\n" }]);
    expect(context.of("tool_call").map((call) => call.ext)).toEqual([
      { native_tool: "write" },
      { native_tool: "bash" },
    ]);
  });
});

describe("the launch of OpenCode", () => {
  const host = {
    command: "opencode",
    arguments: [],
    home: "/home/run",
    gateway: undefined,
    keepsAgent: false,
  };

  it("makes it ask for every tool, without sub-agents and without the project's configuration", () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"model":"abp/m","permission":"allow","experimental":{"x":1}}' };
    const launch = opencodeProfile.prepare?.({ host, env, hookCommand: "ask" });
    expect(JSON.parse(launch?.env?.["OPENCODE_CONFIG_CONTENT"] ?? "")).toEqual({
      model: "abp/m",
      plugin: [[expect.stringMatching(/^file:.*\/hosts\/hooks\/opencode\.js$/), { command: "ask" }]],
      permission: { "*": "ask", task: "deny" },
      // The model goes on after a denial, and says so.
      experimental: { x: 1, continue_loop_on_deny: true },
      lsp: false,
      formatter: false,
      snapshot: false,
    });
    expect(launch).toEqual({
      env: {
        OPENCODE_CONFIG_CONTENT: expect.any(String),
        OPENCODE_DISABLE_PROJECT_CONFIG: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
      },
    });
    expect(opencodeProfile).toMatchObject({
      arguments: ["acp"],
      asksBeforeTools: true,
      saysInputAfterQuestion: true,
    });
  });

  it("asks without a gateway too", () => {
    const launch = opencodeProfile.prepare?.({ host, env: {}, hookCommand: "" });
    expect(JSON.parse(launch?.env?.["OPENCODE_CONFIG_CONTENT"] ?? "")).toEqual({
      plugin: [[expect.stringMatching(/opencode\.js$/), { command: "" }]],
      permission: { "*": "ask", task: "deny" },
      experimental: { continue_loop_on_deny: true },
      lsp: false,
      formatter: false,
      snapshot: false,
    });
  });
});
