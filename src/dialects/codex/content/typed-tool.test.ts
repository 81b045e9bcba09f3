import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { Cursor } from "../../members/cursor.ts";
import { isTypedTool, readTypedTool, typedTools, writeTypedTool } from "./typed-tool.ts";

describe("a tool that the API defines by its type", () => {
  describeForms(
    "has a description and parameters as a function",
    Object.entries(typedTools)
      .map(([type, tool]) => `${type}: ${JSON.stringify(tool)}`)
      .join("\n"),
    `
    local_shell: {"description":"Runs one program on the user's machine, without a shell unless the command starts one.","parameters":{"type":"object","properties":{"command":{"type":"array","items":{"type":"string"},"description":"The program and its arguments."},"env":{"type":"object","description":"Environment variables."},"timeout_ms":{"type":"integer","description":"Time limit in milliseconds."},"user":{"type":"string"},"working_directory":{"type":"string"}},"required":["command"]}}
    shell: {"description":"Runs shell commands on the user's machine and returns the output of each.","parameters":{"type":"object","properties":{"commands":{"type":"array","items":{"type":"string"},"description":"Commands to run."},"timeout_ms":{"type":"integer","description":"Time limit in milliseconds."},"max_output_length":{"type":"integer","description":"Most characters of output."}},"required":["commands"]}}
    apply_patch: {"description":"Creates, changes or deletes one file. A diff has hunks that begin with @@ and lines that begin with a space (context), - (removed) or + (added); for a new file every line begins with +. It has no line numbers.","parameters":{"type":"object","properties":{"operation":{"type":"object","properties":{"type":{"type":"string","enum":["create_file","update_file","delete_file"]},"path":{"type":"string"},"diff":{"type":"string","description":"For create_file and update_file."}},"required":["type","path"]}},"required":["operation"]}}
  `,
  );

  const spelled = (type: string, kept: object) => ({
    [`codex:typed=${JSON.stringify({ type, ...kept })}`]: {},
    [`codex:call=${type}`]: {},
  });

  it.each<[{ type: string; [member: string]: unknown }, NonNullable<Tool["vendor"]>]>([
    [{ type: "local_shell" }, spelled("local_shell", {})],
    [{ type: "shell" }, spelled("shell", {})],
    [
      { type: "apply_patch", odd: 1 },
      { codex: { odd: 1 }, ...spelled("apply_patch", {}) },
    ],
    [{ type: "shell", environment: { type: "local" } }, spelled("shell", { environment: { type: "local" } })],
    [
      { type: "shell", environment: { type: "local", skills: [] } },
      { codex: { environment: { type: "local", skills: [] } }, ...spelled("shell", {}) },
    ],
  ])("%j is read, and written as it came", (value, vendor) => {
    const { type } = value;
    const tool = readTypedTool(new Cursor(value, "$"), []);
    expect(tool).toStrictEqual({ kind: "function", name: type, ...typedTools[type], vendor });
    expect(writeTypedTool(tool as Extract<Tool, { kind: "function" }>)).toStrictEqual(value);
  });

  it("keeps the spellings that its reader found", () => {
    const tool = readTypedTool(new Cursor({ type: "shell" }, "$"), ["a"]);
    expect(tool?.vendor).toStrictEqual({ "codex:a": {}, ...spelled("shell", {}) });
  });

  it.each([
    [{}],
    [{ type: "web_search" }],
    [{ type: "toString" }],
    [{ type: "shell", environment: { type: "container_auto" } }],
    [{ type: "shell", environment: "local" }],
  ])("is not %j", (value) => expect(readTypedTool(new Cursor(value, "$"), [])).toBeUndefined());

  it("has a name of its own", () => {
    expect(["shell", "local_shell", "apply_patch"].map(isTypedTool)).toEqual([true, true, true]);
    expect([undefined, 1, "", "valueOf", "function"].some(isTypedTool)).toBe(false);
    expect(writeTypedTool({ kind: "function", name: "shell", parameters: {} })).toBeUndefined();
    const vendor = { 'claude:typed={"type":"bash_20250124"}': {} };
    expect(writeTypedTool({ kind: "function", name: "shell", parameters: {}, vendor })).toBeUndefined();
  });
});
