import { describe, expect, it } from "vitest";
import type { Colors } from "../../../terminal/terminal.ts";
import { checkFacts, hasPassed } from "./check-facts.ts";

const green = (text: string) => `<green:${text}>`;
const red = (text: string) => `<red:${text}>`;
const colors = { green, red } as unknown as Colors;
const check = { command: "npm test", exit_code: 0, duration_ms: 2000, output_tail: "fine\n" };

describe("the check of a run", () => {
  it("is not shown if there is none", () => {
    expect(checkFacts(colors, undefined)).toEqual([]);
  });

  it("shows that it passed, without its output", () => {
    expect(checkFacts(colors, check)).toEqual([["check", "passed: npm test (2 s)", green]]);
  });

  it.each([
    [{ exit_code: 3 }, "exit code 3"],
    [{ exit_code: null, signal: "SIGKILL" }, "ended by SIGKILL"],
    [{ exit_code: null, signal: null }, "ended by a signal"],
    [{ exit_code: 0, timed_out: true }, "timed out"],
  ])("shows how it failed with %j", (ending, text) => {
    const failed = { ...check, ...ending, output_tail: " \n" };
    expect(hasPassed(failed)).toBe(false);
    expect(checkFacts(colors, failed)).toEqual([["check", `failed (${text}): npm test (2 s)`, red]]);
  });

  it("passed unless it says otherwise", () => {
    expect(hasPassed({ ...check, timed_out: false })).toBe(true);
    expect(hasPassed(check)).toBe(true);
  });

  it("shows the last ten lines of a failed one", () => {
    const output = Array.from({ length: 12 }, (_, index) => `line ${index}\n`).join("");
    const facts = checkFacts(colors, { ...check, exit_code: 1, output_tail: output });
    expect(facts).toHaveLength(11);
    expect(facts[1]).toEqual(["", "| line 2"]);
    expect(facts.at(-1)).toEqual(["", "| line 11"]);
  });
});
