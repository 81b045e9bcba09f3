import { describe, expect, it } from "vitest";
import { replayTask } from "../acp/fixtures/replay-task.ts";
import { copilotProfile } from "./profile.ts";

const task = new URL("fixtures/task.jsonl", import.meta.url);

describe("the recorded task of Copilot CLI", () => {
  it("is reported once, each tool asked for before it ran", async () => {
    const { result, context } = await replayTask(copilotProfile, task);
    expect(result.usage).toEqual({
      input_tokens: 29573,
      output_tokens: 43,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    });
    expect(result.session).toBe("f83550ee-3ffc-44ff-a84a-f5596d0c841e");
    expect(context.of("command_executed")).toMatchObject([{ exit_code: 0 }]);
    expect(context.of("tool_call").map((call) => call.ext)).toEqual([
      { native_tool: "create" },
      { native_tool: "bash" },
    ]);
  });
});

describe("the launch of Copilot CLI", () => {
  it("has a hook before each tool, in a home of its own", () => {
    const host = {
      command: "copilot",
      arguments: [],
      home: "/home/run",
      gateway: undefined,
      keepsAgent: false,
    };
    const launch = copilotProfile.prepare?.({ host, env: {}, hookCommand: "ask" });
    expect(launch?.env).toEqual({ COPILOT_HOME: "/home/run/.copilot" });
    expect(launch?.files?.map(({ path, content }) => [path, JSON.parse(content)])).toEqual([
      [
        "/home/run/.copilot/hooks/ask.json",
        { version: 1, hooks: { preToolUse: [{ type: "command", bash: "ask", timeoutSec: 600 }] } },
      ],
    ]);
    expect(copilotProfile).toMatchObject({
      arguments: ["--acp", "--no-auto-update", "--disable-builtin-mcps"],
      asksBeforeTools: true,
      usageScope: "process",
    });
  });
});

describe("a failed model call of Copilot CLI", () => {
  it("is found in a last message of one piece", () => {
    expect(copilotProfile.readFailure?.(["Error: HTTP 401"])).toBe("HTTP 401");
  });

  it("is not seen in the words of a model", () => {
    expect(copilotProfile.readFailure?.(["Error: ", "the file"])).toBeUndefined();
    expect(copilotProfile.readFailure?.(["No Error: none"])).toBeUndefined();
    expect(copilotProfile.readFailure?.([])).toBeUndefined();
  });
});
