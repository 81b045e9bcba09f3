import { describe, expect, it } from "vitest";
import { replayTask } from "../acp/fixtures/replay-task.ts";
import { geminiProfile } from "./profile.ts";

const task = new URL("fixtures/task.jsonl", import.meta.url);

describe("the recorded task of Gemini CLI", () => {
  it("is reported once, each tool asked for before it ran", async () => {
    const { result, context } = await replayTask(geminiProfile, task);
    expect(result.usage).toEqual({ input_tokens: 36366, output_tokens: 34 });
    expect(result.session).toBe("e9ee918f-632d-46dd-918f-d9399c5bb437");
    expect(context.of("tool_call").map((call) => call.ext)).toEqual([
      { native_tool: "write_file" },
      { native_tool: "run_shell_command" },
    ]);
    expect(context.asked[0]?.input).toEqual({ file_path: "/workspace/hello.txt", content: "hello\n" });
    expect(context.notices[0]).toEqual({ thinking: "****\n[simulated] Thinking abo" });
  });
});

describe("the launch of Gemini CLI", () => {
  it("makes it ask for every tool", () => {
    const host = {
      command: "gemini",
      arguments: [],
      home: "/home/run",
      gateway: undefined,
      keepsAgent: false,
    };
    const launch = geminiProfile.prepare?.({ host, env: {}, hookCommand: "" });
    expect(launch?.arguments).toEqual(["--policy", "/home/run/.abp/policy.toml"]);
    expect(launch?.files).toEqual([
      {
        path: "/home/run/.abp/policy.toml",
        content: [
          '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 998\n',
          '[[rule]]\ntoolName = "run_shell_command"\nargsPattern = ".*"\ndecision = "ask_user"\npriority = 999\n',
        ].join(""),
      },
      {
        path: "/home/run/.abp/system-settings.json",
        content: '{"advanced":{"ignoreLocalEnv":true}}\n',
      },
    ]);
    expect(launch?.env).toEqual({
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: "/home/run/.abp/system-settings.json",
    });
    expect(geminiProfile).toMatchObject({
      arguments: ["--acp"],
      asksBeforeTools: true,
      authentication: "gemini-api-key",
      mode: "default",
      showsUnknownOptions: true,
    });
  });
});
