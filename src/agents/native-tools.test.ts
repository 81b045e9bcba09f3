import { expect, it } from "vitest";
import { type AcpToolCall, unannounced } from "./acp/tool-calls.ts";
import { describeTool as copilot, hook } from "./copilot/tools.ts";
import { describeTool as gemini } from "./gemini/tools.ts";
import { describeTool as kimi } from "./kimi/tools.ts";
import { describeTool as opencode } from "./opencode/tools.ts";

const titled = (firstTitle: string): AcpToolCall => ({ ...unannounced, firstTitle, kind: "read" });
const agents: Readonly<Record<string, (name: string) => { name: string; nativeName: string }>> = {
  gemini: (name) => gemini({ ...unannounced, id: `${name}__1`, firstTitle: "other" }),
  copilot: (name) => copilot(titled(name)),
  kimi: (name) => kimi(titled(name)),
  opencode: (name) => opencode(titled(name), []),
};

it.each([
  ["gemini", "Read", "read_file read_many_files"],
  ["gemini", "Write", "write_file"],
  ["gemini", "Edit", "replace"],
  ["gemini", "Bash", "run_shell_command"],
  ["gemini", "Glob", "glob list_directory"],
  ["gemini", "Grep", "grep_search search_file_content"],
  ["gemini", "WebSearch", "google_web_search"],
  ["gemini", "WebFetch", "web_fetch"],
  ["copilot", "Read", "view"],
  ["copilot", "Write", "create"],
  ["copilot", "Edit", "edit str_replace_editor apply_patch"],
  ["copilot", "Bash", "bash write_bash"],
  ["copilot", "Grep", "grep rg"],
  ["copilot", "Glob", "glob"],
  ["copilot", "WebFetch", "web_fetch"],
  ["copilot", "WebSearch", "web_search"],
  ["copilot", "Task", "task"],
  ["kimi", "Read", "ReadMediaFile Read"],
  ["kimi", "WebFetch", "FetchURL"],
  ["kimi", "Task", "Agent"],
  ["opencode", "Read", "read"],
  ["opencode", "Write", "write"],
  ["opencode", "Edit", "edit multiedit apply_patch patch"],
  ["opencode", "Bash", "bash"],
  ["opencode", "Glob", "glob list"],
  ["opencode", "Grep", "grep"],
  ["opencode", "WebFetch", "webfetch"],
  ["opencode", "WebSearch", "websearch"],
  ["opencode", "Task", "task"],
])("%s calls the tool %s by its own names: %s", (agent, name, natives) => {
  for (const nativeName of natives.split(" "))
    expect(agents[agent]!(nativeName)).toMatchObject({ name, nativeName });
});

it("a name that is not known stays, or is that of the kind", () => {
  expect(gemini({ ...unannounced, id: "a__b__1" }).nativeName).toBe("a__b");
  for (const id of ["__1", "x"]) expect(gemini({ ...unannounced, id, firstTitle: "t" }).name).toBe("t");
  expect(copilot(titled("odd"))).toMatchObject({ name: "Read", nativeName: "odd" });
  expect(kimi(titled("mcp__a__b")).name).toBe("mcp__a__b");
});

it("the hook of Copilot CLI tells a call by its arguments", () => {
  expect(hook.read({ toolName: "bash", toolArgs: { a: 1 } })).toEqual({
    nativeName: "bash",
    input: { a: 1 },
    id: "",
  });
  for (const toolArgs of [undefined, [], "x"])
    expect(hook.read({ toolArgs } as never)).toEqual({ nativeName: "unknown", input: {}, id: "" });
  const call = { ...unannounced, input: { a: { b: 1 } } };
  const about = (input: object) => hook.isAbout({ nativeName: "", id: "", input } as never, call);
  expect([about({ a: { b: 1 } }), about({ a: { b: 2 } }), about({})]).toEqual([true, false, false]);
});
