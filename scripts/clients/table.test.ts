import { describe, expect, it } from "vitest";
import { type Cell, isGreen, judgeCases } from "./cell.ts";
import { engineDialects } from "./options.ts";
import { renderTable } from "./table.ts";

const passed = { name: "text", result: "passed" } as const;
const failed = { name: "stream", result: "failed", reason: "the stream came in one piece" } as const;
const skipped = { name: "image", result: "skipped", reason: "it has no images" } as const;

const cells: Cell[] = [
  { client: "sdk", engine: "claude", cases: [passed], result: "passed" },
  { client: "sdk", engine: "gemini", cases: [passed, failed], result: "failed" },
  { client: "agent", engine: "claude", cases: [], result: "skipped", reason: "no package" },
  { client: "agent", engine: "gemini", cases: [], result: "skipped", reason: "no package" },
];

describe("the table of clients and engines", () => {
  it("has a row for each client, the reason of each cell that did not pass, and the counts", () => {
    expect(renderTable(cells).split("\n")).toEqual([
      "client \\ engine  claude   gemini",
      "sdk              passed   failed",
      "agent            skipped  skipped",
      "",
      "sdk: stream failed: the stream came in one piece (gemini)",
      "agent: skipped: no package (claude, gemini)",
      "",
      "cases: 2 passed, 1 failed, 0 skipped",
      "1 passed, 1 failed, 2 skipped",
      "",
    ]);
  });

  it("fits into 80 columns with all engines, the longest name and a long reason", () => {
    const wide = engineDialects.map(
      (engine): Cell => ({
        client: "c".repeat(24),
        engine,
        cases: [{ ...failed, reason: "a reason of many words ".repeat(10) }],
        result: "skipped",
      }),
    );
    for (const line of renderTable(wide).split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("leaves out no reason if nobody gave one", () => {
    const cell: Cell = {
      client: "sdk",
      engine: "kimi",
      cases: [{ name: "text", result: "failed" }],
      result: "failed",
    };
    expect(renderTable([cell])).toContain("sdk: text failed: no reason was given (kimi)");
  });
});

describe("the result of a client", () => {
  it("is failed if one case failed, and not passed if one was skipped", () => {
    expect(judgeCases([passed])).toBe("passed");
    expect(judgeCases([passed, skipped])).toBe("skipped");
    expect(judgeCases([passed, skipped, failed])).toBe("failed");
    expect(judgeCases([])).toBe("skipped");
  });

  it("is green without a failure", () => {
    expect([isGreen(cells), isGreen(cells.slice(2))]).toEqual([false, true]);
  });
});
