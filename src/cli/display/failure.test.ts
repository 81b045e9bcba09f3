import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showFailure, signalExit } from "./failure.ts";

function show(error: unknown, options = {}) {
  const terminal = markedTerminal(options);
  const exit = showFailure(terminal, error);
  expect(terminal.lines()).toEqual([]);
  return [exit, ...terminal.errors()];
}

describe("a failure", () => {
  it("is its place, its message and what to do", () => {
    expect(show(new AbpError("usage_invalid", "no\u001b", { where: "--x", advice: "Do it." }))).toEqual([
      2,
      "<red error> usage_invalid: --x: no\\u{1b}",
      "<dim → Do it.>",
    ]);
    expect(show(new AbpError("usage_invalid", "no", { advice: "Do it." }), { quiet: true })).toEqual([
      2,
      "<red error> usage_invalid: no",
    ]);
  });

  it("lists further issues, and the end of what a program wrote", () => {
    const issues = [
      { path: "/a", message: "first" },
      { path: "/b", where: "w", message: "second" },
      { where: "line 3", message: "third" },
      { message: "fourth" },
    ];
    const stderr_tail = `${Array.from({ length: 12 }, (_, index) => `line ${index}`).join("\n")}\n`;
    const details = { issues, stderr_tail };
    expect(show(new AbpError("usage_invalid", "no", { details }), { quiet: true })).toEqual([
      2,
      "<red error> usage_invalid: no",
      "  /b second",
      "  line 3 third",
      "  fourth",
      "  It wrote to standard error:",
      ...Array.from({ length: 10 }, (_, index) => `  | line ${index + 2}`),
    ]);
    for (const stderr_tail of [" \n", 1])
      expect(
        show(new AbpError("usage_invalid", "no", { details: { stderr_tail, issues: {} } })),
      ).toHaveLength(3);
  });

  it("shows where an error of ours comes from with --verbose", () => {
    const [exit, first, advice, ...stack] = show(new TypeError("broken"), { verbose: true });
    expect([exit, first, advice]).toEqual([
      1,
      "<red error> internal: broken",
      expect.stringContaining("<dim → "),
    ]);
    expect(stack.join("\n")).toMatch(/^TypeError: broken\n +at /);
    expect(show(new TypeError("broken"))).toHaveLength(3);
    expect(show("broken", { verbose: true })).toHaveLength(3);
  });

  it("is one line of JSON with --json", () => {
    const [exit, line, ...rest] = show(new AbpError("usage_invalid", "no"), { json: true });
    expect([exit, rest]).toEqual([2, []]);
    expect(JSON.parse(line as string)).toMatchObject({
      error: { code: "usage_invalid", message: "no" },
    });
    expect(line).toContain("2026-03-01T08:00:00.000Z");
    expect(line).toContain('"cli"');
  });
});

describe("the exit code of a signal", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
    ["SIGINT", 130],
    [undefined, 130],
  ])("of %s is %i", (reason, exit) => {
    expect(signalExit(reason)).toBe(exit);
  });
});
