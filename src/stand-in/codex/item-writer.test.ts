import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { event, LineList } from "../fixtures/fakes.ts";
import { ItemWriter } from "./item-writer.ts";

type Given = Parameters<typeof event>[0];

/** Writes events, and gives the lines as `change id type rest`. */
async function write(given: readonly Given[], isEnded = true) {
  const list = new LineList();
  const writer = new ItemWriter(list, "backend");
  for (const one of given) await writer.event(event(one));
  if (isEnded) await writer.end();
  return { lines: list.lines, writer };
}

const line = (change: string, id: number, item: object) => ({
  type: `item.${change}`,
  item: { id: `item_${id}`, ...item },
});
const delta = (ext: object): Given => ({ type: "assistant_delta", ext }) as Given;
const bash = (id: string | null): Given => ({
  type: "tool_call",
  tool_name: "Bash",
  tool_use_id: id,
  input: { command: "ls" },
});
const ended = (id: string | null): Given => ({
  type: "tool_result",
  tool_name: "Bash",
  tool_use_id: id,
  output: "out",
});
const started = { type: "command_execution", command: "ls", aggregated_output: "", status: "in_progress" };
const command = (exit_code: number, status = "completed", aggregated_output = "out") => ({
  ...{ type: "command_execution", command: "ls", aggregated_output },
  ...{ exit_code, status },
});

describe("the items of a turn", () => {
  it("are messages, and errors for warnings, with ids in their order", async () => {
    const { lines, writer } = await write([
      { type: "assistant_message", text: "a" },
      { type: "warning", message: "w" },
      { type: "error", message: "e" },
      { type: "run_started" } as Given,
      { type: "assistant_delta", text: "not shown" },
    ]);
    expect(lines).toEqual([
      line("completed", 0, { type: "agent_message", text: "a" }),
      line("completed", 1, { type: "error", message: "w" }),
      line("completed", 2, { type: "error", message: "e" }),
    ]);
    expect(writer.lastText).toBe("a");
  });

  it("have no last text before a message", async () => {
    expect((await write([{ type: "warning", message: "w" }])).writer.lastText).toBeUndefined();
  });

  it("join the pieces of a thought, until anything else comes", async () => {
    const { lines } = await write([
      delta({ thinking: "a" }),
      delta({ thinking: "b" }),
      { type: "assistant_message", text: "m" },
      delta({ thinking: "c" }),
      delta({ thinking: 1 }),
    ]);
    expect(lines).toEqual([
      line("completed", 0, { type: "reasoning", text: "ab" }),
      line("completed", 1, { type: "agent_message", text: "m" }),
      line("completed", 2, { type: "reasoning", text: "c" }),
    ]);
  });

  it("keep a million characters of a thought", async () => {
    const { lines } = await write([delta({ thinking: "x".repeat(1024 * 1024) }), delta({ thinking: "y" })]);
    expect((lines[0]!["item"] as { text: string }).text).toBe("x".repeat(1024 * 1024));
  });

  it("write a command with the exit code that is reported after its result", async () => {
    const { lines } = await write(
      [bash("t"), ended("t"), { type: "command_executed", exit_code: 3 } as Given, delta({ thinking: "a" })],
      false,
    );
    expect(lines).toEqual([line("started", 0, started), line("completed", 0, command(3))]);
  });

  it("give a result without a call an item of its own", async () => {
    const { lines } = await write([
      { type: "file_changed", path: "early", summary: "created" } as Given,
      { type: "command_executed", exit_code: 3 } as Given,
      { ...ended(null), is_error: true } as Given,
    ]);
    expect(lines).toEqual([line("completed", 0, { ...command(1, "failed"), command: "" })]);
  });

  it("collect the changes of one tool in their order", async () => {
    const change = (path: string, summary: string) => ({ type: "file_changed", path, summary }) as Given;
    const { lines } = await write([
      { type: "tool_call", tool_name: "Edit", input: {} },
      { type: "tool_result", tool_name: "Edit" },
      change("a", "created"),
      change("b", "changed"),
      { type: "tool_result", tool_name: "Write" },
    ]);
    expect(lines).toEqual([
      line("completed", 0, {
        type: "file_change",
        changes: [
          { path: "a", kind: "add" },
          { path: "b", kind: "update" },
        ],
        status: "completed",
      }),
      line("completed", 1, { type: "file_change", changes: [], status: "completed" }),
    ]);
  });

  it("end tools without a result as failed, after what waits", async () => {
    const { lines } = await write([bash("t"), bash("u"), ended("u"), delta({ thinking: "a" })]);
    expect(lines).toEqual([
      line("started", 0, started),
      line("started", 1, started),
      line("completed", 1, command(0)),
      line("completed", 2, { type: "reasoning", text: "a" }),
      line("completed", 0, command(1, "failed", "")),
    ]);
  });

  it("keep one plan with one id, which ends with the turn", async () => {
    const plan = (...entries: unknown[]) => delta({ plan: entries });
    const { lines } = await write([
      plan({ content: "a", status: "pending" }, "no entry", { content: 1, status: "completed" }),
      { type: "assistant_message", text: "m" },
      plan({ content: "a", status: "completed" }),
      delta({ plan: "none" }),
    ]);
    const todo = (...items: object[]) => ({ type: "todo_list", items });
    expect(lines).toEqual([
      line("started", 0, todo({ text: "a", completed: false }, { text: "1", completed: true })),
      line("completed", 1, { type: "agent_message", text: "m" }),
      line("updated", 0, todo({ text: "a", completed: true })),
      line("completed", 0, todo({ text: "a", completed: true })),
    ]);
  });
});

it("an event without extensions is a delta of nothing", async () => {
  const given = { ...event({ type: "assistant_delta" }) } as AgentEvent;
  const list = new LineList();
  await new ItemWriter(list, "backend").event(given);
  expect(list.lines).toEqual([]);
});
