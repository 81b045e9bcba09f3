import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolCalls } from "./tool-calls.ts";
import { defineTool, type ToolOutcome } from "./tools/tool.ts";
import { ToolFailure } from "./tools/tool-failure.ts";

let events: unknown[];
let asked: unknown[];
let verdict: { verdict: "allow" | "deny"; reason: string };
let outcome: () => ToolOutcome;
let stop: AbortController;
beforeEach(() => {
  events = [];
  asked = [];
  verdict = { verdict: "allow", reason: "" };
  outcome = () => ({ text: "done", isError: false });
  stop = new AbortController();
});

const tool = defineTool({
  ...{ name: "tool", contractName: "Tool", description: "" },
  input: z.strictObject({ a: z.string().optional(), b: z.strictObject({ c: z.int() }).optional() }),
  run: async () => outcome(),
});
const note =
  (name: string) =>
  async (...args: unknown[]) =>
    void events.push([name, ...args]);
const names = ["toolNotRun", "toolDenied", "toolCall", "toolResult", "fileChanged", "commandExecuted"];

/** Runs calls, and gives the contents of the message with their results. */
async function run(...calls: readonly object[]) {
  const runner = new ToolCalls({
    tools: [tool, { ...tool, name: "other" }],
    place: { signal: stop.signal } as never,
    writer: Object.fromEntries(names.map((name) => [name, note(name)])) as never,
    askTool: async (...question: unknown[]) => {
      asked.push(question);
      return verdict as never;
    },
  });
  const blocks = calls.map((call) => ({
    type: "tool_use",
    id: "i",
    name: "tool",
    kind: "function",
    input: {},
    ...call,
  }));
  const { role, content } = await runner.run(blocks as never);
  expect(role).toBe("tool");
  return content;
}
const result = (text: string, isError: boolean) => ({
  ...{ type: "tool_result", id: "i", name: "tool", kind: "function" },
  ...{ content: [{ type: "text", text }], isError },
});

describe("the tools that a model calls", () => {
  it("are asked for, run and reported one after another", async () => {
    const changed = { path: "p", summary: "s" };
    outcome = () => ({ text: "done", isError: false, changed });
    expect(await run({ input: { a: "x" } }, { id: "j" })).toEqual([
      result("done", false),
      { ...result("done", false), id: "j" },
    ]);
    expect(asked).toEqual([
      ["Tool", { a: "x" }],
      ["Tool", {}],
    ]);
    const call = (id: string, input: object) => [
      ["toolCall", { id, name: "Tool", input, nativeName: "tool" }],
      ["toolResult", { id, output: "done", isError: false }],
      ["fileChanged", "p", "s"],
    ];
    expect(events).toEqual([...call("i.1", { a: "x" }), ...call("j.2", {})]);
  });

  it("report the command that they ran", async () => {
    outcome = () => ({ text: "t", isError: true, command: { text: "ls", exitCode: 3, output: "o" } });
    expect(await run({})).toEqual([result("t", true)]);
    expect(events.slice(1)).toEqual([
      ["toolResult", { id: "i.1", output: "t", isError: true }],
      ["commandExecuted", "ls", 3, "o"],
    ]);
  });

  it("do not run if they are denied", async () => {
    verdict = { verdict: "deny", reason: "why" };
    expect(await run({})).toEqual([result("denied: why", true)]);
    expect(events).toEqual([
      ["toolDenied", { id: "i.1", name: "Tool" }, "why"],
      ["toolResult", { id: "i.1", output: "denied: why", isError: true }],
    ]);
  });

  it.each([
    [{ input: { b: { c: "x" } } }, /^the arguments are not valid: b\.c: .*expected/i],
    [{ input: { odd: 1 } }, /^the arguments are not valid: the input: /],
    [{ input: [] }, /^the arguments are not valid: the input: /],
    [{ input: undefined, inputText: '{"a":' }, /^the arguments are no complete JSON object$/],
  ])("do not run with wrong arguments: %j", async (call, message) => {
    const [block] = await run(call);
    expect(block).toEqual(result(expect.stringMatching(message) as never, true));
    expect(asked).toEqual([]);
    expect(events[0]).toEqual(["toolNotRun", { id: "i.1", name: "Tool" }]);
  });

  it("do not run if there are none of the name", async () => {
    const name = "x".repeat(101);
    const text = `there is no tool "${"x".repeat(100)}"; there are: tool, other`;
    expect(await run({ name })).toEqual([{ ...result(text, true), name }]);
    expect(events).toEqual([
      ["toolNotRun", { id: "i.1", name }],
      ["toolResult", { id: "i.1", output: text, isError: true }],
    ]);
  });

  it.each([
    [new ToolFailure("no file"), "no file"],
    [new TypeError("broken"), "the tool failed: broken"],
    ["broken", "the tool failed: broken"],
  ])("tell the model what failed: %s", async (error, text) => {
    outcome = () => {
      throw error;
    };
    expect(await run({})).toEqual([result(text, true)]);
  });

  it("end with the run", async () => {
    outcome = () => {
      stop.abort(new Error("enough"));
      throw new ToolFailure("no file");
    };
    await expect(run({})).rejects.toThrow("enough");
  });
});
