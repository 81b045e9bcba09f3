import { describe, expect, it } from "vitest";
import { contractTool, isAnswerTool, withheldTools } from "./tools.ts";

describe("the tools of Claude Code", () => {
  it.each([
    "Read",
    "Write",
    "Edit",
    "Bash",
    "Glob",
    "Grep",
    "WebSearch",
    "WebFetch",
    "mcp__a__b",
    "Agent",
    "toString",
  ])("have the contract's names: %s", (name) => {
    const input = { file_path: "a", notebook_path: "b" };
    expect(contractTool(name, input)).toEqual({ name, input });
  });

  it("are translated if they differ", () => {
    expect(contractTool("MultiEdit", { file_path: "a" })).toEqual({
      name: "Edit",
      input: { file_path: "a" },
    });
    expect(contractTool("PowerShell", { command: "dir" })).toEqual({
      name: "Bash",
      input: { command: "dir" },
    });
    expect(contractTool("NotebookEdit", { notebook_path: "n", cell: 1 })).toEqual({
      name: "Edit",
      input: { notebook_path: "n", cell: 1, file_path: "n" },
    });
    expect(contractTool("NotebookRead", {})).toEqual({ name: "Read", input: {} });
  });

  it("include one for the answer, which acts on nothing", () => {
    expect(isAnswerTool("StructuredOutput")).toBe(true);
    expect(isAnswerTool("Read")).toBe(false);
  });

  it("are offered without those that need a person or outlive the run", () => {
    expect(withheldTools).toEqual([
      ...["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "EnterWorktree", "ExitWorktree"],
      ...["CronCreate", "CronDelete", "CronList", "ScheduleWakeup", "Workflow"],
    ]);
  });
});
