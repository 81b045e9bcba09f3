import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { renderDiffstat } from "./diffstat.ts";
import { textWidth } from "./text/text-width.ts";

const plain = pc.createColors(false);
const file = (path: string, added: number, deleted: number) => ({ path, added, deleted, binary: false });
const stat = (...files: ReturnType<typeof file>[]) => ({
  files,
  added: files.reduce((sum, { added }) => sum + added, 0),
  deleted: files.reduce((sum, { deleted }) => sum + deleted, 0),
});

describe("a diffstat", () => {
  it("shows files, counts and bars, with totals at the end", () => {
    const files = [
      file("src/a.ts", 3, 1),
      { ...file("new", 0, 0), from: "old" },
      { ...file("logo.png", 0, 0), binary: true },
    ];
    expect(renderDiffstat(plain, stat(...files))).toEqual([
      " src/a.ts  |      4 +++-",
      " old → new |      0",
      " logo.png  | binary",
      " 3 files changed, 3 lines added, 1 line deleted",
    ]);
  });

  it("says little of nothing", () => {
    expect(renderDiffstat(plain, stat())).toEqual([" 0 files changed"]);
    expect(renderDiffstat(plain, stat(file("a", 1, 0))).at(-1)).toBe(" 1 file changed, 1 line added");
    expect(renderDiffstat(plain, stat(file("a", 0, 2))).at(-1)).toBe(" 1 file changed, 2 lines deleted");
  });

  it("scales bars to the largest change, and shows a small part with one sign", () => {
    const lines = renderDiffstat(
      plain,
      stat(file("a", 100_000, 1), file("b", 1, 0), file("c", 25_000, 25_000)),
    );
    expect(lines[0]).toBe(` a | 100001 ${"+".repeat(39)}-`);
    expect(lines[1]).toBe(" b |      1 +");
    expect(lines[2]).toBe(` c |  50000 ${"+".repeat(9)}${"-".repeat(9)}`);
  });

  it("fits 80 columns, and keeps the end of long paths", () => {
    const long = `${"directory/".repeat(20)}file.ts`;
    for (const path of [long, "漢字/".repeat(60), `${"x".repeat(60)}.ts`]) {
      for (const change of [file(path, 300, 200), file(path, 1, 0)]) {
        const lines = renderDiffstat(plain, stat(change));
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80);
        expect(lines[0]).toContain(path.slice(-6));
        expect(lines[0]).toMatch(/\+/);
      }
    }
    expect(renderDiffstat(plain, stat(file(long, 9, 9)))[0]).toMatch(/^ ….*file\.ts \| 18 \+{9}-{9}$/);
  });

  it("fits other widths, but never less than 40 columns", () => {
    const change = file("x".repeat(100), 1000, 0);
    expect(textWidth(renderDiffstat(plain, stat(change), { width: 60 })[0]!)).toBe(60);
    expect(textWidth(renderDiffstat(plain, stat(change), { width: 10 })[0]!)).toBe(40);
  });

  it("lists some of many files and counts the rest", () => {
    const many = Array.from({ length: 43 }, (_, index) => file(`f${index}`, 1, 0));
    expect(renderDiffstat(plain, stat(...many))).toHaveLength(42);
    expect(renderDiffstat(plain, stat(...many), { maxFiles: 2 }).slice(2)).toEqual([
      " … and 41 more",
      " 43 files changed, 43 lines added",
    ]);
  });

  it("shows names with control characters harmlessly", () => {
    expect(renderDiffstat(plain, stat(file("a\u001b[31m\nb", 1, 0)))[0]).toBe(" a\\u{1b}[31m\\u{a}b | 1 +");
  });

  it("colours the bars", () => {
    const [line] = renderDiffstat(pc.createColors(true), stat(file("a", 1, 1)));
    expect(line).toBe(" a | 2 \u001b[32m+\u001b[39m\u001b[31m-\u001b[39m");
  });
});
