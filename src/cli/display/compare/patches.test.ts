import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { textWidth } from "../text/text-width.ts";
import { renderPatches } from "./patches.ts";

const colors = pc.createColors(false);
const change = (path: string, ...lines: string[]) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${lines.join("\n")}\n`;
const one = { name: "claude", text: change("a.txt", "-one", "+two") + change("b.txt", "+\tmore") };
const other = { name: "codex", text: change("a.txt", "-one", "+three") };

describe("the patches of a comparison", () => {
  it("stand side by side, file by file, on a terminal that is wide enough", () => {
    const lines = renderPatches(colors, [one, other], 80);
    const rows = lines.map((line) => line.split("│").map((cell) => cell.trim()));
    expect(rows).toEqual([
      [""],
      ["a.txt"],
      ["claude", "codex"],
      ["@@ -1 +1 @@", "@@ -1 +1 @@"],
      ["-one", "-one"],
      ["+two", "+three"],
      [""],
      ["b.txt"],
      ["claude", "codex"],
      ["@@ -1 +1 @@", "(not changed)"],
      ["+    more", ""],
    ]);
  });

  it.each([undefined, 50])("stand one below the other on a narrow terminal or in a file (%s)", (columns) => {
    expect(renderPatches(colors, [one, other], columns).slice(0, 8)).toEqual([
      "",
      "a.txt",
      "claude:",
      "@@ -1 +1 @@",
      "-one",
      "+two",
      "codex:",
      "@@ -1 +1 @@",
    ]);
  });

  it("keep to the width with long lines, and hide control characters", () => {
    const long = { name: "n".repeat(90), text: change("c.txt", `+${"日本 ".repeat(90)}`, "+\u001b[2J") };
    for (const columns of [70, 100]) {
      const lines = renderPatches(colors, [long, other], columns).filter((line) => line !== "c.txt");
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.join("\n")).not.toContain("\u001b");
    }
  });

  it("name a rename, a binary file and what is left out of a long one", () => {
    const text = [
      "diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n",
      "diff --git a/x.png b/x.png\nBinary files differ\n",
      change("long", ...Array.from({ length: 300 }, (_, line) => `+${line}`)),
    ].join("");
    const lines = renderPatches(colors, [{ name: "a", text }], undefined);
    expect(lines).toContain("a/old b/new");
    expect(lines).toContain("rename to new");
    expect(lines).toContain("Binary files differ");
    expect(lines.at(-1)).toBe("… and 101 more lines");
  });

  it("show nothing if no run changed anything", () => {
    expect(renderPatches(colors, [{ name: "a", text: "" }], 80)).toEqual([]);
  });
});
