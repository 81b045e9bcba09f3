import { describe, expect, it } from "vitest";
import { replayTask } from "../acp/fixtures/replay-task.ts";
import { kimiProfile } from "./profile.ts";

const task = new URL("fixtures/task.jsonl", import.meta.url);

describe("the recorded task of Kimi Code", () => {
  it("is reported once, each tool asked for before it ran", async () => {
    const { result, context } = await replayTask(kimiProfile, task);
    expect(result).not.toHaveProperty("usage");
    expect(result.session).toBe("session_3b11a82a-fdb6-4933-b94f-2cad9ef5367f");
    expect(context.of("tool_call").map((call) => call.ext)).toEqual([undefined, undefined]);
    expect(context.of("command_executed")).toMatchObject([{ exit_code: null, output_preview: "out\n" }]);
  });
});

describe("the launch of Kimi Code", () => {
  it("has a hook before each tool, in a home of its own", () => {
    const host = { command: "kimi", arguments: [], home: "/home/run", gateway: undefined, keepsAgent: false };
    const launch = kimiProfile.prepare?.({ host, env: {}, hookCommand: "'node' 'a\"b'" });
    expect(launch?.env).toEqual({
      KIMI_CODE_HOME: "/home/run/.kimi-code",
      KIMI_DISABLE_TELEMETRY: "1",
      KIMI_CODE_NO_AUTO_UPDATE: "1",
    });
    expect(launch?.files).toEqual([
      {
        path: "/home/run/.kimi-code/config.toml",
        content: `[[hooks]]\nevent = "PreToolUse"\ncommand = "'node' 'a\\"b'"\ntimeout = 600\n`,
      },
    ]);
    expect(kimiProfile).toMatchObject({ arguments: ["acp"], mode: "default", asksBeforeTools: true });
  });
});
