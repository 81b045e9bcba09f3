import { describe, expect, it } from "vitest";
import { describeEvent, type OtherEvent } from "./event-entry.ts";

const ts = "2026-03-01T08:00:00Z";
const call = {
  ts,
  type: "tool_call",
  tool_name: "Bash",
  tool_use_id: null,
  parent_tool_use_id: null,
} as const;
const returned = { ts, type: "tool_result", tool_name: "Bash", tool_use_id: null } as const;
const command = { ts, type: "command_executed", command: "ls", output_preview: null } as const;

describe("describeEvent", () => {
  it.each<[OtherEvent, object | undefined]>([
    [
      { ts, type: "run_started", message: "go" },
      { label: "start", text: "go" },
    ],
    [
      { ts, type: "run_completed", message: "end" },
      { label: "done", text: "end" },
    ],
    [
      { ...call, input: { a: 1 } },
      { label: "tool", text: 'Bash {"a":1}', ending: "" },
    ],
    [{ ...returned, output: "x", is_error: false }, undefined],
    [
      { ...returned, output: "x", is_error: true },
      { label: "tool", text: "Bash failed: x", ending: "" },
    ],
    [
      { ...returned, output: [1], is_error: true },
      { label: "tool", text: "Bash failed: [1]", ending: "" },
    ],
    [
      { ts, type: "file_changed", path: "a", summary: "made" },
      { label: "file", text: "a: made", ending: "" },
    ],
    [
      { ...command, exit_code: 3 },
      { label: "command", text: "ls", ending: " (exit 3)" },
    ],
    [
      { ...command, exit_code: null },
      { label: "command", text: "ls", ending: " (no exit code)" },
    ],
    [
      { ts, type: "warning", message: "slow" },
      { label: "warning", text: "slow" },
    ],
    [
      { ts, type: "error", message: "no" },
      { label: "error", text: "no" },
    ],
  ])("describes %j", (event, entry) => {
    expect(describeEvent(event)).toEqual(entry);
  });
});
