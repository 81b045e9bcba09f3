import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { renderTable, tableColumns } from "./table.ts";
import { textWidth } from "./text/text-width.ts";

const header = ["engine", "place", "what it does"];
const rows = [
  ["sim", "in process", "answers by itself"],
  ["a-long-name-of-an-engine", "https://vendor.example/v1", pc.createColors(true).red("failed")],
  ["empty", "", "it has no place"],
];

describe("a table", () => {
  it("has columns, whatever its width, if no terminal shows it", () => {
    const lines = renderTable(header, rows, undefined);
    expect(lines[0]).toBe("engine                    place                      what it does");
    expect(lines).toHaveLength(4);
    expect(renderTable(header, rows, 80)).toEqual(lines);
  });

  it("has one record for each row on a terminal that is too narrow for the columns", () => {
    expect(renderTable(header, rows, 60).join("\n")).toBe(
      [
        "engine        sim",
        "place         in process",
        "what it does  answers by itself",
        "",
        "engine        a-long-name-of-an-engine",
        "place         https://vendor.example/v1",
        `what it does  ${rows[1]![2]}`,
        "",
        "engine        empty",
        "what it does  it has no place",
      ].join("\n"),
    );
  });

  it.each([60, 40, 30, 20])("is never wider than %d columns", (columns) => {
    const long = [...rows, ["x".repeat(100), "日本".repeat(30), "many words ".repeat(20)]];
    for (const line of renderTable([...header, "a column with a long name"], long, columns))
      expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  it("is as wide as the terminal of standard output, and not as that of standard error", () => {
    const host = (out: boolean) => ({ columns: () => 60, isTerminal: { out, error: true } });
    expect(tableColumns({ host: host(true) } as never)).toBe(60);
    expect(tableColumns({ host: host(false) } as never)).toBeUndefined();
  });
});
