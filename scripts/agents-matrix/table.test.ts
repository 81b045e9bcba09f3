import { describe, expect, it } from "vitest";
import { type Cell, isGreen } from "./cell.ts";
import { parseOptions } from "./options.ts";
import { renderTable } from "./table.ts";

const cells: Cell[] = [
  { agent: "claude", engine: "openai", result: "passed", seconds: 1.24 },
  { agent: "claude", engine: "gemini", result: "failed", reason: "nothing was changed", seconds: 2 },
  { agent: "kimi", engine: "openai", result: "skipped", reason: "it is not installed" },
  { agent: "kimi", engine: "gemini", result: "skipped", reason: "it is not installed" },
];

describe("the matrix of agents and engines", () => {
  it("has a row for each agent, and the reason of each cell that did not pass", () => {
    expect(renderTable(cells).split("\n")).toEqual([
      "agent \\ engine  openai        gemini",
      "claude          passed 1.2 s  failed 2.0 s",
      "kimi            skipped       skipped",
      "",
      "claude: failed: nothing was changed (gemini)",
      "kimi: skipped: it is not installed (openai, gemini)",
      "",
      "1 passed, 1 failed, 2 skipped",
      "",
    ]);
    expect(renderTable(cells.slice(0, 1)).split("\n").slice(1)).toEqual([
      "claude          passed 1.2 s",
      "",
      "1 passed, 0 failed, 0 skipped",
      "",
    ]);
  });

  it("counts what a strict engine rejected apart from what failed", () => {
    const rejected: Cell = {
      agent: "kimi",
      engine: "kimi",
      result: "rejected",
      reason: "400: no",
      seconds: 1,
    };
    expect(renderTable([rejected])).toContain("kimi: rejected: 400: no (kimi)");
    expect(renderTable([rejected])).toContain("0 passed, 0 failed, 1 rejected, 0 skipped");
    expect(isGreen([rejected])).toBe(true);
  });

  it("is green if no cell failed", () => {
    expect([isGreen(cells), isGreen(cells.slice(2))]).toEqual([false, true]);
  });
});

describe("the options of the matrix", () => {
  it("choose agents and engines, all of them by default", () => {
    const all = parseOptions([]);
    expect([all.agents.length, all.dialects.length, all.isJson]).toEqual([6, 5, false]);
    const some = parseOptions(["--agent", "codex", "--engine", "kimi", "--engine", "claude", "--json"]);
    expect(some).toEqual({
      agents: ["codex"],
      dialects: ["claude", "kimi"],
      isStrict: false,
      isJson: true,
      isHelp: false,
    });
    expect(parseOptions(["--strict"]).isStrict).toBe(true);
  });

  it("name what there is if something unknown is asked for", () => {
    expect(() => parseOptions(["--agent", "x"])).toThrow("--agent: there is no x; there are claude, codex");
    expect(() => parseOptions(["--engine", "x"])).toThrow("--engine: there is no x");
  });
});
