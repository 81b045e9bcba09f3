import { describe, expect, it } from "vitest";
import type { Block, Tool, ToolChoice } from "../../contract/index.ts";
import { conversation } from "../rules/fixtures/applying.ts";
import { separateTypedNames } from "./typed-names.ts";

const own = (name: string): Tool => ({ kind: "function", name, parameters: {} });
const typed = (name: string): Tool => ({
  kind: "function",
  name,
  parameters: {},
  vendor: { [`codex:typed={"type":"${name}"}`]: {} },
});
const call = (name: string, vendor?: Block["vendor"]): Block => ({
  type: "tool_use",
  id: "c",
  name,
  kind: "function",
  input: {},
  ...(vendor && { vendor }),
});
const spelled = { "codex:call=shell": {} };

describe("a typed tool", () => {
  it.each<[Tool[]]>([
    [[]],
    [[own("shell")]],
    [[typed("shell")]],
    [[typed("shell"), own("other")]],
    [[typed("shell"), { kind: "server", name: "shell", dialect: "codex", value: {} }]],
  ])("keeps its name beside %j", (tools) => {
    const before = conversation({ tools });
    expect(separateTypedNames(before)).toBe(before);
  });

  it.each<[Tool[], string[]]>([
    [
      [typed("shell"), own("shell")],
      ["shell_tool", "shell"],
    ],
    [
      [own("shell"), typed("shell")],
      ["shell", "shell_tool"],
    ],
    [
      [typed("shell"), { kind: "custom", name: "shell", format: undefined }],
      ["shell_tool", "shell"],
    ],
    [
      [typed("shell"), own("shell"), own("shell_tool")],
      ["shell_tool_2", "shell", "shell_tool"],
    ],
    [
      [typed("shell"), own("shell"), own("shell_tool"), own("shell_tool_2")],
      ["shell_tool_3", "shell", "shell_tool", "shell_tool_2"],
    ],
  ])("beside another of its name gets a free one: %j", (tools, names) => {
    const { tools: separate } = separateTypedNames(conversation({ tools }));
    expect(separate).toStrictEqual(tools.map((tool, place) => ({ ...tool, name: names[place] })));
  });

  it("takes its calls and its choice along, and nothing else", () => {
    const tools = [typed("shell"), own("shell")];
    const theirs = {
      role: "assistant" as const,
      content: [call("shell"), { type: "text" as const, text: "x" }],
    };
    const ours = { role: "assistant" as const, content: [call("shell", spelled), call("other", spelled)] };
    const before = conversation({ tools, messages: [theirs, ours] });
    const { messages } = separateTypedNames(before);
    expect(messages[0]).toBe(theirs);
    expect(messages[1]).toStrictEqual({
      ...ours,
      content: [call("shell_tool", spelled), call("other", spelled)],
    });
    const forced = { mode: "tool", name: "shell", vendor: { "codex:forced=shell": {} } } as const;
    const choose = (toolChoice: ToolChoice) =>
      separateTypedNames(conversation({ tools, toolChoice })).toolChoice;
    expect(choose(forced)).toStrictEqual({ ...forced, name: "shell_tool" });
    expect(choose({ ...forced, vendor: {} })).toStrictEqual({ ...forced, vendor: {} });
    expect(choose({ ...forced, name: "other" })).toStrictEqual({ ...forced, name: "other" });
  });
});
