import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { textWidth } from "../text/text-width.ts";
import type { ComparedRun } from "./compared-run.ts";
import { renderComparison } from "./comparison-table.ts";

const colors = pc.createColors(false);
const id = "00000000-0000-4000-8000-000000000001";
const check = { command: "x", exit_code: 0, duration_ms: 0, output_tail: "" };
const run: ComparedRun = {
  backend: "claude",
  run_id: id,
  outcome: "complete",
  error: null,
  changes: { files: 2, added: 30, deleted: 4 },
  patch: null,
  check,
  cost_usd: 0.25,
  input_tokens: 1200,
  output_tokens: 300,
  metered: true,
  models: [],
  duration_ms: 65_000,
  losses: { fields: 5, listed: [], unread: 0 },
  receipt: { sha256: null, verified: true },
};
const failure: ComparedRun = {
  ...run,
  backend: "codex",
  run_id: null,
  outcome: "not started",
  error: { code: "agent_not_installed", message: `gone\u001b ${"far ".repeat(30)}`, advice: "Install it." },
  changes: null,
  patch: null,
  check: null,
  cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  duration_ms: null,
  losses: null,
  receipt: null,
};

const piped = { out: undefined };
const rowsOf = (...runs: ComparedRun[]) => renderComparison(colors, runs, piped).table;
const cells = (row: string) => row.split(/ {2,}/);

describe("the table of a comparison", () => {
  it("puts the results side by side", () => {
    const [header, first, second] = rowsOf(run, failure);
    expect(cells(header!)).toEqual([
      "backend",
      "model",
      "outcome",
      "changes",
      "check",
      "cost",
      "tokens",
      "time",
      "losses",
    ]);
    expect(cells(first!)).toEqual([
      "claude",
      "-",
      "complete",
      "2 +30 -4",
      "passed",
      "$0.2500",
      "1.5k",
      "1:05",
      "5",
    ]);
    expect(cells(second!)).toEqual(["codex", "-", "not started", "-", "-", "-", "-", "-", "-"]);
  });

  it("names the model that answered most calls, and counts the others", () => {
    const used = (reported: string | null, calls: number) => ({
      ...{ engine: "e", requested: "asked", upstream: "sent", reported, calls },
    });
    const modelOf = (...models: ReturnType<typeof used>[]) => cells(rowsOf({ ...run, models })[1]!)[1];
    expect(modelOf(used("small", 1), used("large", 3))).toBe("large +1");
    expect(modelOf(used(null, 1))).toBe("sent");
    expect(modelOf({ ...used(null, 1), upstream: null as never })).toBe("asked");
    expect(modelOf(used("m".repeat(60), 1))).toBe(`${"m".repeat(23)}…`);
  });

  it("has the patches below it", () => {
    const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two\n";
    expect(rowsOf({ ...run, patch }, failure).slice(3)).toEqual([
      "",
      "x",
      "claude:",
      "@@ -1 +1 @@",
      "-one",
      "+two",
    ]);
  });

  it("marks amounts that only the backend states, and takes a missing count for nothing", () => {
    const stated = { ...run, metered: false };
    expect(cells(rowsOf(stated)[1]!).slice(5, 7)).toEqual(["$0.2500?", "1.5k?"]);
    expect(cells(rowsOf({ ...run, input_tokens: null })[1]!)[6]).toBe("300");
    expect(cells(rowsOf({ ...run, output_tokens: null })[1]!)[6]).toBe("1.2k");
  });

  it.each([
    [{ exit_code: 2 }, "exit 2"],
    [{ exit_code: null }, "failed"],
    [{ exit_code: 0, timed_out: true }, "failed"],
  ])("says how a check ended with %j", (ending, text) => {
    expect(cells(rowsOf({ ...run, check: { ...check, ...ending } })[1]!)[4]).toBe(text);
  });

  it("colours outcomes and checks", () => {
    const painted = pc.createColors(true);
    const table = (one: Partial<ComparedRun>) =>
      renderComparison(painted, [{ ...run, ...one }], piped).table[1];
    expect(table({ check: null })).toContain(painted.green("complete"));
    expect(table({})).toContain(painted.green("passed"));
    expect(table({ outcome: "partial" })).toContain(painted.yellow("partial"));
    expect(table({ outcome: "failed", check: { ...check, exit_code: 1 } })).toContain(painted.red("failed"));
    expect(table({ check: { ...check, exit_code: 1 } })).toContain(painted.red("exit 1"));
  });

  it("fits 80 columns with long names and large amounts", () => {
    const large = {
      ...run,
      backend: "日本".repeat(20),
      outcome: "not started" as const,
      changes: { files: 12, added: 3456, deleted: 789 },
      cost_usd: 12.5,
      input_tokens: 4_100_000,
      duration_ms: 3_723_000,
      losses: { fields: 12, listed: [], unread: 0 },
    };
    const { table } = renderComparison(colors, [large], { out: 80 });
    for (const line of table) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });
});

describe("what stands below the table", () => {
  it("names receipts, the commands that apply patches, and why a run failed", () => {
    const { notes } = renderComparison(colors, [run, failure], { out: 60, error: 60 });
    expect(notes[0]).toMatch(/^codex: agent_not_installed: gone\\u\{1b\} far/);
    expect(notes.slice(-3)).toEqual([
      "→ Install it.",
      `claude: run ${id}, receipt VERIFIED`,
      `    abp apply ${id}`,
    ]);
    for (const line of notes.slice(0, -3)) expect(textWidth(line)).toBeLessThan(60);
  });

  it("breaks lines only if they do not fit, and paints them", () => {
    const painted = pc.createColors(true);
    const error = { code: "c", message: "m".repeat(20), advice: "go on" };
    const whole = "codex: c: ".length + 20;
    const notes = (columns: number) =>
      renderComparison(painted, [{ ...failure, error }], { out: columns, error: columns }).notes;
    expect(notes(whole + 1)).toEqual([painted.red(`codex: c: ${"m".repeat(20)}`), painted.dim("→ go on")]);
    expect(notes(whole).length).toBeGreaterThan(2);
    const unverified = { ...run, receipt: { sha256: null, verified: false } };
    const { notes: commands } = renderComparison(painted, [unverified], piped);
    expect(commands).toEqual([
      `claude: run ${id}, receipt ${painted.red("NOT VERIFIED")}`,
      painted.dim(`    abp apply ${id}`),
    ]);
    expect(renderComparison(colors, [{ ...run, receipt: null }], piped).notes).toEqual([]);
  });

  it("offers no command without a patch, and says if a receipt does not hold", () => {
    const bad = {
      ...run,
      changes: { files: 0, added: 0, deleted: 0 },
      receipt: { sha256: null, verified: false },
    };
    expect(renderComparison(colors, [bad], piped).notes).toEqual([`claude: run ${id}, receipt NOT VERIFIED`]);
    expect(renderComparison(colors, [{ ...run, changes: null }], piped).notes).toHaveLength(1);
  });
});
