import { expect, it } from "vitest";
import { InputLines } from "./input-lines.ts";

function split(...chunks: string[]): string[] {
  const lines: string[] = [];
  const input = new InputLines((line) => lines.push(Buffer.from(line).toString("latin1")));
  for (const chunk of chunks) input.push(Buffer.from(chunk, "latin1"));
  input.end();
  input.end();
  return lines;
}

it("lines end at line feeds only, wherever the chunks end", () => {
  expect(split("a\nb", "c", "\n", "\nd\r\n")).toEqual(["a", "bc", "", "d\r"]);
  expect(split("\u00c3", "\u00a9\n")).toEqual(["\u00c3\u00a9"]);
});

it("a last line needs no line feed", () => {
  expect(split("a\nb")).toEqual(["a", "b"]);
  expect(split("a\n")).toEqual(["a"]);
  expect(split("")).toEqual([]);
});
