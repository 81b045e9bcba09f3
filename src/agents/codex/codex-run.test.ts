import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../test/eventually.ts";
import { RecordedRun, type RecordedRunOptions } from "./fixtures/recorded-run.ts";

const runs: RecordedRun[] = [];

function open(options: RecordedRunOptions = {}): RecordedRun {
  const run = new RecordedRun(options);
  runs.push(run);
  return run;
}

afterEach(() => {
  for (const run of runs.splice(0)) run.close();
});

const shortGraces = { interruptMs: 100, signalMs: 100 };

describe("a recorded task of Codex", () => {
  it("asks for each change and command, and reports each once, in order", async () => {
    const run = open();
    const result = await run.execute("task");
    const write = (name: string, content: string) => ({
      tool: "Write",
      input: { file_path: join(run.cwd, name), content },
    });
    const bash = {
      tool: "Bash",
      input: { command: "cat hello.txt > copy.txt; cat hello.txt", cwd: run.cwd },
    };
    expect(run.asked).toEqual([write("b.txt", "b\n"), write("hello.txt", "hello\n"), bash]);
    const told = run.events
      .filter(({ type }) => !["assistant_delta", "assistant_message"].includes(type))
      .map(({ ext, ...event }) => event);
    const [first, second, third] = run.ofType("tool_call").map((event) => event.tool_use_id);
    expect(told).toEqual([
      {
        type: "tool_call",
        tool_name: "Write",
        tool_use_id: first,
        parent_tool_use_id: null,
        input: write("b.txt", "b\n").input,
      },
      {
        type: "tool_call",
        tool_name: "Write",
        tool_use_id: second,
        parent_tool_use_id: null,
        input: write("hello.txt", "hello\n").input,
      },
      { type: "tool_result", tool_name: "Write", tool_use_id: first, output: "completed", is_error: false },
      { type: "tool_result", tool_name: "Write", tool_use_id: second, output: "completed", is_error: false },
      { type: "file_changed", path: "b.txt", summary: "added" },
      { type: "file_changed", path: "hello.txt", summary: "added" },
      {
        type: "tool_call",
        tool_name: "Bash",
        tool_use_id: third,
        parent_tool_use_id: null,
        input: bash.input,
      },
      { type: "tool_result", tool_name: "Bash", tool_use_id: third, output: "hello\n", is_error: false },
      {
        type: "command_executed",
        command: "cat hello.txt > copy.txt; cat hello.txt",
        exit_code: 0,
        output_preview: "hello\n",
      },
    ]);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(run.ofType("assistant_message").map(({ text }) => text)).toEqual(["All is done."]);
    expect(result.outcome).toBe("complete");
    expect(result.session).toBe("00000000-0000-7000-8000-000000000001");
  });

  it("reports text in pieces, thinking, the plan and usage, each with the line of Codex", async () => {
    const run = open();
    const result = await run.execute("task");
    const deltas = run.ofType("assistant_delta");
    expect(deltas.filter(({ text }) => text !== "").map(({ text }) => text)).toEqual(["All is done."]);
    expect(deltas.filter(({ ext }) => ext?.["thinking"] === "hm")).toHaveLength(4);
    expect(deltas.filter(({ ext }) => ext?.["plan"] !== undefined).map(({ ext }) => ext?.["plan"])).toEqual([
      [
        { content: "one", status: "completed" },
        { content: "two", status: "in_progress" },
      ],
    ]);
    const usages = deltas.map(({ ext }) => ext?.["usage"]).filter((usage) => usage !== undefined);
    expect(usages).toHaveLength(4);
    expect(usages.at(-1)).toEqual(result.usage);
    expect(result.usage!.input_tokens).toBeGreaterThan(30_000);
    const methods = run.events.map(({ ext }) => (ext?.["raw_message"] as { method?: string })?.method);
    expect(methods).toContain("item/fileChange/requestApproval");
    expect(methods).toContain("turn/completed");
    expect(methods).not.toContain("item/started");
    expect(methods).not.toContain("turn/started");
  });

  it("works in a private home with the key of the run in a variable only", async () => {
    const run = open();
    await run.execute("task");
    expect(statSync(join(run.home, ".codex")).mode & 0o777).toBe(0o700);
    expect(existsSync(join(run.home, ".codex", "config.toml"))).toBe(false);
  });
});

describe("a tool that is denied", () => {
  it("is declined, has a result but no call, and a run with nothing else is partial", async () => {
    const run = open({ ask: () => ({ verdict: "deny", reason: "rule 1" }) });
    const result = await run.execute("denied");
    expect(run.asked.map(({ tool }) => tool)).toEqual(["Bash", "Write"]);
    expect(run.ofType("tool_call")).toEqual([]);
    expect(run.ofType("command_executed")).toEqual([]);
    expect(run.ofType("file_changed")).toEqual([]);
    expect(run.ofType("tool_result").map(({ tool_name, is_error }) => [tool_name, is_error])).toEqual([
      ["Bash", true],
      ["Write", true],
    ]);
    expect(run.ofType("warning").map(({ message }) => message)).toEqual([
      "tool denied: rule 1 (Bash)",
      "tool denied: rule 1 (Write)",
    ]);
    expect(result.outcome).toBe("partial");
  });

  it("is never allowed if the recording shows that it was declined", async () => {
    const run = open();
    await expect(run.execute("denied")).rejects.toThrow('expected {"id":0,"result":{"decision":"decline"}}');
  });
});

describe("a sub-agent", () => {
  it("is linked to the tool call that started it, and its usage is added", async () => {
    const sub = 'Sub task\nsim: call exec_command {"cmd":"echo sub"}\nsim: say sub done';
    const run = open({ model: "claude-sonnet-4-5" });
    const result = await run.execute("sub-agent");
    const [spawn, ...calls] = run.ofType("tool_call");
    expect(spawn).toMatchObject({
      tool_name: "spawnAgent",
      input: { prompt: sub },
      parent_tool_use_id: null,
    });
    expect(
      Object.fromEntries(calls.map((event) => [(event.input as { command: string }).command, event])),
    ).toMatchObject({
      "echo sub": { parent_tool_use_id: spawn!.tool_use_id },
      "sleep 2": { parent_tool_use_id: null },
    });
    const messages = run.ofType("assistant_message");
    expect(messages.map(({ text, ext }) => [text, ext?.["parent_tool_use_id"]])).toEqual([
      ["sub done", spawn!.tool_use_id],
      ["ok", undefined],
    ]);
    const single = run.events.filter(({ ext }) => ext?.["usage"] !== undefined);
    expect(single.length).toBe(5);
    expect(result.usage!.input_tokens).toBeGreaterThan(35_000);
    expect(result.outcome).toBe("complete");
  });
});

describe("MCP servers, images and a schema", () => {
  it("go along with the thread and the turn, and the answer is read as JSON", async () => {
    const schema = {
      type: "object",
      properties: { answer: { type: "string" } },
      required: ["answer"],
      additionalProperties: false,
    };
    const data =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const run = open({
      model: "claude-sonnet-4-5",
      order: {
        outputSchema: schema,
        mcpServers: { probe: { command: "node", args: ["add.mjs"] } },
        context: { images: [{ media_type: "image/png", data }] },
      },
    });
    const result = await run.execute("mcp-and-schema");
    expect(run.asked).toEqual([{ tool: "mcp__probe__add", input: { a: 1, b: 2 } }]);
    expect(run.ofType("tool_call")[0]).toMatchObject({ tool_name: "mcp__probe__add", input: { a: 1, b: 2 } });
    expect(run.ofType("tool_result")[0]).toMatchObject({
      tool_name: "mcp__probe__add",
      output: [{ type: "text", text: "3" }],
      is_error: false,
    });
    expect(result.structuredOutput).toEqual({ answer: "simulated" });
  });

  it("give no structured output if the last message is no JSON", async () => {
    const run = open({ order: { outputSchema: {} }, fake: { isLoose: true } });
    const result = await run.execute("task");
    expect(result).not.toHaveProperty("structuredOutput");
    expect(result.outcome).toBe("complete");
    expect(run.ofType("warning").map(({ message }) => message)).toEqual([
      "the last message of Codex is not JSON, although the work order has a schema",
    ]);
  });
});

describe("the tool for code", () => {
  it("is reported by the actions inside of it", async () => {
    const run = open({ model: null });
    const result = await run.execute("code-tool");
    expect(run.ofType("tool_call").map(({ tool_name, ext }) => [tool_name, ext?.["native_tool"]])).toEqual([
      ["Bash", "commandExecution"],
      ["Edit", "fileChange"],
    ]);
    expect(run.ofType("file_changed").map(({ path, summary }) => [path, summary])).toEqual([
      ["hello.txt", "updated"],
    ]);
    expect(result.outcome).toBe("complete");
  });
});

describe("a conversation that is continued", () => {
  const session = "00000000-0000-7000-8000-000000000001";

  it("keeps its session and counts only what this run used", async () => {
    const run = open({ order: { resume: { run_id: "x", session } } });
    const result = await run.execute("resumed");
    expect(result.session).toBe(session);
    expect(result.usage!.input_tokens).toBeGreaterThan(8000);
    expect(result.usage!.input_tokens).toBeLessThan(9000);
    const [before] = run.events.map(({ ext }) => ext?.["usage"]).filter((usage) => usage !== undefined);
    expect(before).toMatchObject({ input_tokens: 0, output_tokens: 0 });
  });

  it("gets a session of its own if it is forked", async () => {
    const run = open({ order: { resume: { run_id: "x", session, fork: true } } });
    const result = await run.execute("forked");
    expect(result.session).toBe("00000000-0000-7000-8000-000000000002");
    expect(result.usage!.input_tokens).toBeLessThan(9000);
  });
});

describe("a run that is changed while it works", () => {
  it("passes messages of the user on to the turn", async () => {
    const run = open({
      onEvent: ({ type }, { steer }) => {
        if (type === "tool_call") steer("Now\nsim: say steered");
      },
    });
    const result = await run.execute("steered");
    expect(run.ofType("assistant_message").map(({ text }) => text)).toEqual(["steered"]);
    expect(run.ofType("warning")).toEqual([]);
    expect(result.outcome).toBe("complete");
  });

  it("interrupts the turn on a cancel, and can be resumed", async () => {
    const run = open({
      onEvent: ({ type }, one) => {
        if (type === "tool_call") one.cancel();
      },
    });
    const result = await run.execute("cancelled");
    expect(result.outcome).toBe("partial");
    expect(result.session).toBe("00000000-0000-7000-8000-000000000001");
    expect(result.usage!.input_tokens).toBeGreaterThan(8000);
    expect(run.ofType("tool_result")).toMatchObject([
      { tool_name: "Bash", output: "[it had not ended when the turn did]", is_error: true },
    ]);
  });
});

describe("a Codex that misbehaves", () => {
  it("fails the run with the message of the engine if its turn fails", async () => {
    const run = open();
    await expect(run.execute("failed")).rejects.toThrow(/^bad thing$/);
    expect(run.ofType("error").map(({ message }) => message)).toEqual(["bad thing"]);
  });

  it("fails the run if it interrupts its turn by itself", async () => {
    const run = open();
    await expect(run.execute("interrupted")).rejects.toThrow("Codex ended its turn as interrupted");
  });

  it.each([1, 4, 6, 10])("fails the run if it exits after %i messages", async (stopAfter) => {
    const run = open({ fake: { stopAfter, fault: "exit" } });
    const message = "Codex ended with exit code 3 before its turn was over: something broke";
    await expect(run.execute("cancelled")).rejects.toThrow(message);
  });

  it.each([1, 4, 6])("is ended on a cancel if it says nothing after %i messages", async (stopAfter) => {
    const silentFile = join(mkdtempSync(join(tmpdir(), "abp-silent-")), "silent");
    onTestFinished(() => rmSync(dirname(silentFile), { recursive: true }));
    const run = open({ fake: { stopAfter, fault: "hang", silentFile }, graces: shortGraces });
    const result = run.execute("task");
    await until(() => existsSync(silentFile));
    // All that it said before is in the pipe, and read in this turn of the event loop.
    await new Promise(setImmediate);
    run.cancel();
    const hasThread = stopAfter > 4;
    expect(await result).toEqual({
      outcome: "partial",
      ...(hasThread ? { session: "00000000-0000-7000-8000-000000000001" } : {}),
    });
  });

  it("is not started if the run is cancelled before", async () => {
    const run = open();
    run.cancel();
    await expect(run.execute("task")).rejects.toThrow("cancelled: enough");
    expect(existsSync(join(run.home, ".codex"))).toBe(false);
  });

  it("is ended if it does not exit after its turn, and a warning says so", async () => {
    const run = open({ fake: { stays: true }, graces: shortGraces });
    const result = await run.execute("task");
    expect(result.outcome).toBe("complete");
    expect(run.ofType("warning").map(({ message }) => message)).toEqual([
      "Codex did not end by itself after its turn: SIGKILL",
    ]);
  });

  it("may exit with another code than zero after its turn, and a warning says so", async () => {
    const run = open({ fake: { exitCode: 9 } });
    const result = await run.execute("task");
    expect(result.outcome).toBe("complete");
    expect(run.ofType("warning").map(({ message }) => message)).toEqual([
      "Codex did not end by itself after its turn: exit code 9",
    ]);
  });

  it("may write lines that are no messages; the first one is reported", async () => {
    const run = open({ fake: { stopAfter: 12, fault: "garbage" } });
    const result = await run.execute("task");
    expect(result.outcome).toBe("complete");
    expect(run.ofType("warning").map(({ message }) => message)).toEqual([
      "Codex wrote a line that is no message: not a message",
    ]);
  });
});
