import { describe, expect, it } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { compilePolicy, needsApproval } from "../../policy/index.ts";
import { patternsForAllBut } from "./approval-patterns.ts";

const verdict = (names: readonly string[], tool: string) =>
  needsApproval(compilePolicy({ ...openPolicy(), require_approval_for: [...patternsForAllBut(names)] }), tool)
    .verdict;

describe("patternsForAllBut", () => {
  const names = ["Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite", "my_tool", "Re"];

  it.each([...names, "read", "READ", "glob", "ls"])("leaves %j out, in any case of letters", (tool) => {
    expect(verdict(names, tool)).toBe("allow");
  });

  it.each([
    ...[
      "Bash",
      "Write",
      "Edit",
      "R",
      "Rea",
      "Reader",
      "Read_",
      "Gre",
      "L",
      "LSX",
      "G",
      "my",
      "my_",
      "my_tools",
    ],
    ...[
      "mcp__a__read",
      "mcp_read",
      "_x",
      "1",
      "!x",
      "[x",
      "]",
      "^",
      "-",
      "~",
      "éa",
      "日本",
      "Zebra",
      "a",
      "z",
    ],
  ])("asks for %j", (tool) => {
    expect(verdict(names, tool)).toBe("ask");
  });

  it("asks for every tool without names", () => {
    expect(verdict([], "Read")).toBe("ask");
    expect(patternsForAllBut([])).toHaveLength(1);
  });
});
