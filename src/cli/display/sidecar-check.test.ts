import { describe, expect, it } from "vitest";
import type { CheckReport, CheckResult } from "../../sidecar/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showSidecarCheck } from "./sidecar-check.ts";

const result = (id: string, verdict: string, reason: string, more: object = {}) =>
  ({ id, title: `title of ${id}`, verdict, reason, required: true, ...more }) as unknown as CheckResult;

function show(members: Partial<CheckReport>, options = {}) {
  const terminal = markedTerminal(options);
  const report: CheckReport = { ok: true, results: [], stderrTail: "", ...members };
  const exit = showSidecarCheck(terminal, ["node", "x.js"], report);
  return [exit, ...terminal.lines()];
}

describe("the report on a sidecar", () => {
  it("has a row for each rule, and one for all that were skipped for the same reason", () => {
    const results = [
      result("a", "pass", "well"),
      // The title and the reason may have 51 columns together.
      result("b", "pass", "x".repeat(51 - "title of b: ".length)),
      result("c", "pass", "x".repeat(52 - "title of c: ".length)),
      result("d", "skip", "later"),
      result("e", "warn", "odd", { advice: `${"word ".repeat(10)}word` }),
      result("f", "fail", `${"why ".repeat(13)}\u001b`, { advice: "Do it." }),
      result("g", "skip", "later"),
      result("h", "skip", "other"),
    ];
    expect(show({ results, backend: { id: "b\n", version: null } })).toEqual([
      0,
      "<green pass  >a                      title of a: well",
      `<green pass  >b                      title of b: ${"x".repeat(39)}`,
      "<green pass  >c                      title of c",
      "<yellow warn  >e                      odd",
      `${" ".repeat(29)}→ word word word word word word word word word word`,
      `${" ".repeat(29)}  word`,
      "<red fail  >f                      why why why why why why why why why why why why why",
      `${" ".repeat(29)}\\u{1b}`,
      `${" ".repeat(29)}→ Do it.`,
      "<dim skip  >2 rules                later",
      "<dim skip  >h                      other",
      "",
      "<green PASSED> b\\u{a}: 3 passed, 1 warnings, 1 failed, 3 skipped",
    ]);
  });

  it("ends with what a failed sidecar wrote last to standard error", () => {
    const stderrTail = Array.from({ length: 12 }, (_, index) => `line ${index}\n`).join("");
    expect(show({ ok: false, stderrTail })).toEqual([
      1,
      "",
      "The end of its standard error:",
      ...Array.from({ length: 10 }, (_, index) => `  line ${index + 2}`),
      "",
      "<red FAILED> 0 passed, 0 warnings, 0 failed, 0 skipped",
    ]);
    expect(show({ ok: false, stderrTail: " \n" })).toHaveLength(3);
    expect(show({ ok: true, stderrTail })).toHaveLength(3);
  });

  it("is one line of JSON with --json", () => {
    const results = [result("a", "pass", "well"), result("b", "skip", "later")];
    const [exit, line, ...rest] = show({ ok: false, results, stderrTail: "x" }, { json: true });
    expect([exit, JSON.parse(line as string), rest]).toEqual([
      1,
      {
        kind: "sidecar_check",
        ok: false,
        command: ["node", "x.js"],
        backend: null,
        counts: { pass: 1, warn: 0, fail: 0, skip: 1 },
        results,
        stderr_tail: "x",
      },
      [],
    ]);
    const named = show({ backend: { id: "i", version: "2" } }, { json: true })[1] as string;
    expect(JSON.parse(named)).toMatchObject({ backend: { id: "i", version: "2" } });
  });
});
