import { expect, it } from "vitest";
import { initLine } from "./init-line.ts";

it("the first line of a turn has every member of Claude Code", () => {
  const facts = { cwd: "/w", model: "m", mode: "plan", mcpServers: ["a", "b"] } as const;
  const line = {
    type: "system",
    subtype: "init",
    cwd: "/w",
    tools: ["Read", "Write", "Edit", "Bash", "Glob", "Grep", "WebFetch", "WebSearch"],
    mcp_servers: [
      { name: "a", status: "pending" },
      { name: "b", status: "pending" },
    ],
    model: "m",
    permissionMode: "plan",
    slash_commands: [],
    apiKeySource: "none",
    claude_code_version: "2.1.325",
    output_style: "default",
    agents: [],
    skills: [],
    plugins: [],
  };
  expect(initLine({ ...facts, options: { offered: undefined, denied: [] } })).toEqual(line);
  const options = { offered: ["Read", "X", "Bash"], denied: ["X", "Write"] };
  expect(initLine({ ...facts, options })).toEqual({ ...line, tools: ["Read", "Bash"] });
});
