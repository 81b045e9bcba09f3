import { afterEach, describe, expect, it, vi } from "vitest";
import type { AgentEvent } from "../../../contract/index.ts";
import { FakeScreen } from "../../fixtures/fake-screen.ts";
import type { Host } from "../../terminal/host.ts";
import { type GlobalOptions, openTerminal } from "../../terminal/terminal.ts";
import { textWidth } from "../text/text-width.ts";
import { openRunView, type RunView } from "./run-view.ts";

const ts = "2026-03-01T08:00:00Z";
const ESC = "\u001b";

afterEach(() => {
  vi.useRealTimers();
});

interface Shown {
  readonly view: RunView;
  readonly screen: FakeScreen;
  out: string;
  error: string;
  columns: number;
}

/** Opens a view on a host. Its clock is that of `vi.useFakeTimers`. */
function open(
  columns: number | undefined,
  more: Partial<Host> = {},
  options: GlobalOptions = {},
  env: Record<string, string> = {},
): Shown {
  vi.useFakeTimers();
  const screen = new FakeScreen(columns ?? 80);
  const isTerminal = columns !== undefined;
  const shown = { out: "", error: "", screen, columns: columns ?? 0 } as Shown;
  const host = {
    writeOut: (text: string) => {
      shown.out += text;
      if (isTerminal) screen.write(text);
    },
    writeError: (text: string) => {
      shown.error += text;
      if (isTerminal) screen.write(text);
    },
    drained: () => undefined,
    columns: () => (isTerminal ? shown.columns : undefined),
    isTerminal: { out: isTerminal, error: isTerminal },
    env,
    ...more,
  } as Host;
  return Object.assign(shown, { view: openRunView(openTerminal(host, options)) });
}

const tool = (tool_name: string, input: object): AgentEvent => ({
  ts,
  type: "tool_call",
  tool_name,
  tool_use_id: null,
  parent_tool_use_id: null,
  input,
});
const spent = (input_tokens: number, output_tokens: number, estimated_cost_usd: number): AgentEvent => ({
  ts,
  type: "tool_result",
  tool_name: "x",
  tool_use_id: null,
  output: "",
  is_error: false,
  ext: { usage: { input_tokens, output_tokens, estimated_cost_usd } },
});
const message = (text: string): AgentEvent => ({ ts, type: "assistant_message", text });
const delta = (text: string): AgentEvent => ({ ts, type: "assistant_delta", text });
const file = (path: string): AgentEvent => ({ ts, type: "file_changed", path, summary: "changed" });
const command = (text: string, exit_code: number | null): AgentEvent => ({
  ts,
  type: "command_executed",
  command: text,
  exit_code,
  output_preview: null,
});

describe("a run on a terminal", () => {
  it("shows a log, and below it a status with tools, files, tokens, cost and time", () => {
    const { view, screen } = open(80);
    view.step("observe");
    void view.event({ ts, type: "run_started", message: "go" });
    void view.event(message("I look around."));
    void view.event(tool("Bash", { command: "ls" }));
    void view.event(command("npm test", 1));
    void view.event(file("src/a.ts"));
    void view.event(file("src/a.ts"));
    void view.event({ ts, type: "warning", message: "slow" });
    void view.event(spent(12_345, 950, 0.0123));
    void view.event({
      ...message("More."),
      usage: { input_tokens: 3, output_tokens: -1, estimated_cost_usd: "x" },
    });
    vi.advanceTimersByTime(65_000);
    expect(screen.rows).toEqual([
      "start   go",
      "I look around.",
      'tool    Bash {"command":"ls"}',
      "command npm test (exit 1)",
      "file    src/a.ts: changed",
      "file    src/a.ts: changed",
      "warning slow",
      "More.",
      "running · 1 tool · 1 file · 12.3k in, 950 out · $0.0123 · 1:05",
    ]);
    view.close();
    expect(screen.rows.at(-1)).toBe("");
  });

  it("fits a terminal of 40 columns: the status keeps step, cost and time", () => {
    const { view, screen } = open(40);
    view.step("observe");
    void view.event(spent(1, 2, 12));
    void view.event(tool("mcp__files__read_many_files_at_once", { path: "x".repeat(100) }));
    void view.event(message("one two three four five six seven eight nine ten eleven"));
    void view.event(command("a".repeat(100), null));
    void view.event({ ts, type: "warning", message: "this warning is longer than one line of the screen" });
    vi.advanceTimersByTime(1000);
    expect(screen.rows).toEqual([
      "tool    mcp__files__read_many_files_at…",
      "one two three four five six seven eight",
      "nine ten eleven",
      `command ${"a".repeat(15)}… (no exit code)`,
      "warning this warning is longer than one",
      "        line of the screen",
      "running mcp__files__… · $12.00 · 1 s",
    ]);
    for (const row of screen.rows) expect(textWidth(row)).toBeLessThan(40);
  });

  it("joins and wraps pieces of a message, and shows its open line while it grows", () => {
    const { view, screen } = open(40);
    view.step("observe");
    for (const text of ["Hello ", "wor", "ld, this is a long", " line that wraps\nan", "d goes on"])
      void view.event(delta(text));
    vi.advanceTimersByTime(200);
    expect(screen.rows).toEqual([
      "Hello world, this is a long line that",
      "wraps",
      "and goes on",
      "running · 0 s",
    ]);
    void view.event(tool("Read", {}));
    expect(screen.rows).toEqual([
      "Hello world, this is a long line that",
      "wraps",
      "and goes on",
      "tool    Read {}",
      "running Read · 1 tool · 0 s",
    ]);
  });

  it("does not repeat a message whose pieces it has shown, but shows another one", () => {
    const { view, screen } = open(40);
    void view.event(delta("Hel"));
    void view.event(delta("lo"));
    void view.event(message("Hello"));
    void view.event(message("Hello"));
    view.close();
    expect(screen.rows).toEqual(["Hello", "Hello", ""]);
  });

  it("keeps characters whole that arrive in two pieces", () => {
    const { view, screen } = open(40);
    void view.event(delta("a\ud83d"));
    void view.event(delta("\ude80b\r"));
    void view.event(delta("\nc\ud83d"));
    view.close();
    expect(screen.rows).toEqual(["a🚀b", "c\\u{d83d}", ""]);
  });

  it("shows control characters of the agent escaped, and counts wide characters twice", () => {
    const shown = open(40);
    const { view, screen } = shown;
    void view.event(message(`clear${ESC}[2J${ESC}]0;x\u0007`));
    void view.event(delta(`bell\u0007`));
    void view.event(tool(`T${ESC}[31m`, { "\u009b": "\u202e" }));
    void view.event(file(`a\nb${ESC}c\r`));
    void view.event(command("日本語".repeat(20), 0));
    void view.event({ ts, type: "error", message: `${ESC}[H\n日本語日本語日本語日本語日本語日本語` });
    view.close();
    expect(screen.rows).toEqual([
      "clear\\u{1b}[2J\\u{1b}]0;x\\u{7}",
      "bell\\u{7}",
      'tool    T\\u{1b}[31m {"\\u{9b}":"\\u{202e…',
      "file    a\\nb\\u{1b}c\\u{d}: changed",
      "command 日本語日本語日本語日… (exit 0)",
      "error   \\u{1b}[H\\n日本語日本語日本語日",
      "        本語日本語日本語",
      "",
    ]);
    expect(shown.out + shown.error).not.toContain("\u0007");
  });

  it("leaves no rest of the status when the terminal becomes narrower", () => {
    const shown = open(80);
    shown.view.step("observe");
    void shown.view.event(spent(1000, 1000, 1));
    void shown.view.event(file("a"));
    shown.columns = 20;
    void shown.view.event(message("x"));
    // The terminal breaks the old status of 49 columns into three rows, so three rows are erased.
    expect(shown.error).toContain(`\r${ESC}[2K${`${ESC}[1A${ESC}[2K`.repeat(2)}`);
  });

  it("gives the terminal to a question: lines and the next event wait until it is answered", async () => {
    const { view, screen } = open(40);
    view.step("observe");
    const release = view.hold();
    expect(screen.rows).toEqual([""]);
    const wait = view.event(message("later"));
    view.note("denied", "Bash");
    vi.advanceTimersByTime(1000);
    expect(screen.rows).toEqual([""]);
    release();
    await wait;
    expect(screen.rows).toEqual(["later", "denied  Bash", "running · 1 s"]);
  });

  it("says that it is cancelled until the result is verified", () => {
    const { view, screen } = open(40);
    view.step("cancel");
    view.step("observe");
    expect(screen.rows).toEqual(["cancelling · 0 s"]);
    view.step("kill");
    view.step("cancel");
    expect(screen.rows).toEqual(["killing · 0 s"]);
    view.step("verify");
    expect(screen.rows).toEqual(["comparing the workspace · 0 s"]);
  });

  it("does not wrap the agent's words if standard output is redirected", () => {
    const out: string[] = [];
    const shown = open(40, { isTerminal: { out: false, error: true }, writeOut: (text) => out.push(text) });
    const words = "word ".repeat(30);
    void shown.view.event(delta(words));
    void shown.view.event(message(`${words}!`));
    expect(out).toEqual([`${words}\n`, `${words}!\n`]);
    expect(shown.screen.rows).toEqual(["choosing the backend · 0 s"]);
  });
});

describe("a run without a terminal", () => {
  it.each<[string, number | undefined, GlobalOptions, Record<string, string>]>([
    ["piped", undefined, {}, {}],
    ["with NO_COLOR", 80, {}, { NO_COLOR: "1" }],
    ["with --no-color", 80, { color: false }, {}],
    ["in CI", 80, {}, { CI: "true" }],
    ["on a dumb terminal", 80, {}, { TERM: "dumb" }],
  ])("is plain lines %s", (_, columns, options, env) => {
    const shown = open(columns, {}, { color: false, ...options }, env);
    shown.view.step("observe");
    void shown.view.event(delta("a long line that is not wrapped, wherever the pieces of it "));
    void shown.view.event(delta(`are cut${ESC}[0m`));
    void shown.view.event(tool("Bash", { command: "ls" }));
    void shown.view.event(message("one\ntwo\n"));
    shown.view.hold()();
    vi.advanceTimersByTime(10_000);
    shown.view.note("denied", "Bash");
    shown.view.close();
    expect(shown.out).toBe(
      "a long line that is not wrapped, wherever the pieces of it are cut\\u{1b}[0m\none\ntwo\n",
    );
    expect(shown.error).toBe('tool    Bash {"command":"ls"}\ndenied  Bash\n');
  });

  it("holds a line without an end only up to a limit", () => {
    const shown = open(undefined);
    for (let index = 0; index < 10; index += 1) void shown.view.event(delta("x".repeat(10_000)));
    expect(shown.out.length).toBeGreaterThan(60_000);
    shown.view.close();
    expect(shown.out.replaceAll("\n", "")).toBe("x".repeat(100_000));
  });

  it("prints only the agent's words with --quiet", () => {
    const shown = open(80, {}, { quiet: true });
    void shown.view.event(tool("Bash", {}));
    void shown.view.event(message("hi"));
    shown.view.close();
    expect([shown.out, shown.error]).toEqual(["hi\n", ""]);
  });
});

describe("a run as JSON lines", () => {
  it("is every event unchanged, and nothing else", () => {
    const shown = open(80, {}, { json: true });
    const events = [delta("a"), message(`b${ESC}\u009b`), tool("Bash", {})];
    shown.view.step("observe");
    for (const event of events) void shown.view.event(event);
    shown.view.note("denied", "Bash");
    shown.view.close();
    expect(shown.error).toBe("");
    const lines = shown.out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(events);
    expect(shown.out).not.toContain("\u009b");
  });

  it("waits for a slow reader", async () => {
    const reader = Promise.withResolvers<void>();
    const { view } = open(undefined, { drained: () => reader.promise }, { json: true });
    expect(view.event(message("a"))).toBe(reader.promise);
    const plain = open(undefined, { drained: () => reader.promise });
    expect(plain.view.event(message("a"))).toBe(reader.promise);
  });
});
