import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Host } from "../terminal/host.ts";
import { type GlobalOptions, openTerminal } from "../terminal/terminal.ts";
import { TerminalApprover } from "./terminal-approver.ts";

const ESC = "\u001b";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Question {
  readonly text: string;
  readonly answer: (line: string) => void;
}

/** An approver on a terminal of 60 columns, where the test types the answers. */
function open(options: GlobalOptions = {}, more: Partial<Host> = {}) {
  let error = "";
  const notes: string[] = [];
  const asked: Question[] = [];
  let held = 0;
  const ask = (text: string, signal?: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      asked.push({ text, answer: resolve });
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const host = {
    writeError: (text: string) => {
      error += text;
    },
    columns: () => 60,
    isTerminal: { out: false, error: true },
    env: {},
    ask,
    ...more,
  } as Host;
  const view = {
    note: (label: string, text: string) => notes.push(`${label} ${text}`),
    hold: () => {
      held += 1;
      return () => {
        held -= 1;
      };
    },
  };
  const approver = new TerminalApprover(openTerminal(host, options), view, { approvalTimeoutMs: 120_000 });
  const stop = new AbortController();
  const approve = (input?: unknown, subject = "Bash") =>
    approver.approve(
      {
        runId: "r",
        caller: "agent",
        operation: "use_tool",
        subject,
        rule: "policy.require_approval_for[0]",
        riskLevel: "high",
        input,
      },
      stop.signal,
    );
  return { approve, asked, notes, stop, error: () => error, held: () => held };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("an approval on the terminal", () => {
  it("shows tool, input, rule and time, and gives the terminal back after the answer", async () => {
    const { approve, asked, notes, error, held } = open();
    const answer = approve({ command: "rm -rf build" });
    await settle();
    expect(error()).toBe(
      [
        "",
        "The agent asks to use Bash:",
        '  {"command":"rm -rf build"}',
        "An approval is required by policy.require_approval_for[0].",
        "It is denied in 120 s without an answer.",
        "",
      ].join("\n"),
    );
    expect([asked.map(({ text }) => text), held()]).toEqual([["Allow it? [y/N] "], 1]);
    asked[0]!.answer(" Yes\n");
    expect([await answer, held(), notes]).toEqual([true, 0, ["approve Bash is allowed once"]]);
  });

  it.each(["", "n", "no", "yeah", "yes please", "\u0003"])("takes %j as a no", async (line) => {
    const { approve, asked, notes } = open();
    const answer = approve();
    await settle();
    asked[0]!.answer(line);
    expect(await answer).toBe(false);
    expect(notes).toEqual(["denied Bash by policy.require_approval_for[0]: not approved"]);
  });

  it("counts the remaining time down in its own line", async () => {
    const { approve, asked, error } = open();
    const answer = approve();
    await vi.advanceTimersByTimeAsync(2000);
    expect(error()).toContain(`${ESC}7${ESC}[1A\r${ESC}[KIt is denied in 118 s without an answer.${ESC}8`);
    asked[0]!.answer("y");
    expect(await answer).toBe(true);
    const shown = error();
    await vi.advanceTimersByTimeAsync(5000);
    expect(error()).toBe(shown);
  });

  it("shows the remaining time once if lines cannot be redrawn", async () => {
    const { approve, asked, error } = open({}, { env: { CI: "1" } });
    const answer = approve();
    await vi.advanceTimersByTimeAsync(2000);
    expect(error()).toMatch(/It is denied in 120 s without an answer\.\n$/);
    asked[0]!.answer("y");
    expect(await answer).toBe(true);
  });

  it("is denied when the question is given up", async () => {
    const { approve, notes, stop, error, held } = open();
    const answer = approve();
    await settle();
    stop.abort();
    expect([await answer, held()]).toEqual([false, 0]);
    expect(notes).toEqual(["denied Bash by policy.require_approval_for[0]: no answer in time"]);
    expect(error().endsWith("\n")).toBe(true);
  });

  it("is not approved by an answer that comes after the time, although the question was not given up", async () => {
    const { approve, asked } = open();
    const answer = approve();
    await vi.advanceTimersByTimeAsync(120_000);
    asked[0]!.answer("y");
    expect(await answer).toBe(false);
  });

  it("asks one question at a time", async () => {
    const { approve, asked, notes } = open();
    const first = approve(undefined, "One");
    const second = approve(undefined, "Two");
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]!.answer("n");
    expect(await first).toBe(false);
    await settle();
    asked[1]!.answer("y");
    expect(await second).toBe(true);
    expect(notes.map((note) => note.split(" ")[1])).toEqual(["One", "Two"]);
  });

  it("shows the time that is left to a question which has waited, in whole seconds", async () => {
    const { approve, asked, error } = open();
    void approve(undefined, "One");
    await vi.advanceTimersByTimeAsync(400);
    void approve(undefined, "Two");
    await vi.advanceTimersByTimeAsync(600);
    asked[0]!.answer("n");
    await settle();
    const shown = error().slice(error().indexOf("use Two"));
    expect(shown).toContain("\nIt is denied in 120 s without an answer.\n");
    await vi.advanceTimersByTimeAsync(125_000);
    expect(error()).toMatch(/It is denied in 0 s without an answer\.\S*$/);
    expect(error()).not.toContain("denied in -");
  });

  it("asks the next question although one failed", async () => {
    let calls = 0;
    const ask = async () => {
      calls += 1;
      if (calls === 1) throw new Error("input is closed");
      return "y";
    };
    const { approve, held } = open({}, { ask });
    await expect(approve()).rejects.toThrow("input is closed");
    expect([await approve(), held()]).toEqual([true, 0]);
  });

  it("shows control characters escaped, and both ends of a long input", async () => {
    const { approve, error } = open();
    void approve({ command: `x${ESC}[2J\n${"y".repeat(5000)} && rm -rf /` }, `T${ESC}c`);
    await settle();
    expect(error()).not.toContain(ESC);
    expect(error()).toContain("The agent asks to use T\\u{1b}c:");
    expect(error()).toContain("characters are not shown");
    expect(error()).toContain("rm -rf /");
    for (const line of error().split("\n")) expect(line.length).toBeLessThan(60);
  });

  it("shows 700 characters of the beginning of an input and 300 of its end", async () => {
    const shown = async (input: unknown) => {
      const { approve, error } = open({}, { columns: () => 2000 });
      void approve(input);
      await settle();
      return error().split("\n").slice(2, -3);
    };
    expect(await shown(undefined)).toEqual([]);
    const fits = `${"a".repeat(700)}${"b".repeat(300)}`;
    expect(await shown(fits)).toEqual([`  ${fits}`]);
    expect(await shown(`${"a".repeat(700)}x${"b".repeat(300)}`)).toEqual([
      `  ${"a".repeat(700)}`,
      "  … 1 characters are not shown …",
      `  ${"b".repeat(300)}`,
    ]);
  });

  it.each<[string, GlobalOptions, Partial<Host>]>([
    ["without a terminal", {}, { ask: undefined }],
    ["with --quiet", { quiet: true }, {}],
    ["with --json", { json: true }, {}],
  ] as [string, GlobalOptions, Partial<Host>][])(
    "is denied at once %s, and says so",
    async (_, options, more) => {
      const { approve, asked, notes, error } = open(options, more);
      expect(await approve()).toBe(false);
      expect([asked, error()]).toEqual([[], ""]);
      expect(notes).toEqual([
        "denied Bash needs an approval by policy.require_approval_for[0], and there is no terminal to ask on",
      ]);
    },
  );
});
