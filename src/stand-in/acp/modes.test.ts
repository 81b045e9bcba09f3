import { expect, it } from "vitest";
import { type AcpMode, acpModes, findMode, judgeTool } from "./modes.ts";

it.each<[AcpMode, string[]]>([
  ["ask", ["allow", "allow", "ask", "ask", "ask", "ask"]],
  ["accept-edits", ["allow", "allow", "allow", "allow", "ask", "ask"]],
  ["read-only", ["allow", "allow", "deny", "deny", "deny", "deny"]],
  ["auto", ["allow", "allow", "allow", "allow", "allow", "allow"]],
])("the mode %s says of tools that read, change and do more: %j", (mode, verdicts) => {
  const tools = ["Read", "TodoWrite", "Write", "NotebookEdit", "Bash", "mcp__a__b"];
  expect(tools.map((tool) => judgeTool(mode, tool))).toEqual(verdicts);
});

it("the tools that read and those that change files are these", () => {
  const names = ["Read", "Glob", "Grep", "LS", "NotebookRead", "TodoWrite"];
  expect(names.map((tool) => judgeTool("read-only", tool))).toEqual(names.map(() => "allow"));
  const changing = ["Edit", "Write", "MultiEdit", "NotebookEdit"];
  expect(changing.map((tool) => judgeTool("accept-edits", tool))).toEqual(changing.map(() => "allow"));
});

it("a mode is found by its id", () => {
  expect(acpModes.map(({ id, name }) => [id, name, findMode(id)])).toEqual([
    ["ask", "Ask", "ask"],
    ["accept-edits", "Accept edits", "accept-edits"],
    ["read-only", "Read only", "read-only"],
    ["auto", "Auto", "auto"],
  ]);
  expect([findMode("Ask"), findMode(undefined), findMode(1)]).toEqual([undefined, undefined, undefined]);
});
