import { describe, expect, it } from "vitest";
import type { LossReport } from "../../contract/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showLosses } from "./losses.ts";

const entry = (path: string, disposition: string, more: object = {}) =>
  ({ path, disposition, reason: `why ${path}`, ...more }) as LossReport["entries"][number];
const report = (...entries: LossReport["entries"]) =>
  ({ from: "claude", to: "gemini", entries }) as unknown as LossReport;
const show = (all: boolean, ...entries: LossReport["entries"]) =>
  showLosses(markedTerminal(), report(...entries), all);

describe("the losses of a translation", () => {
  it("are a table of what is changed or lost", () => {
    expect(
      show(
        false,
        entry("/a", "mapped"),
        entry("/b", "emulated"),
        entry("/c", "disclosed"),
        entry("/d", "refused"),
      ),
    ).toEqual([
      "claude → gemini  becomes             why",
      "/b               <cyan emulated>     why /b",
      "/c               <yellow disclosed>  why /c",
      "/d               <red refused>       why /d",
      "3 changed or lost, 1 mapped",
    ]);
  });

  it("name rules and emulators if there are any", () => {
    expect(
      show(true, entry("/a", "mapped", { rule: "r" }), entry("/b", "mapped", { emulator: "e" })),
    ).toEqual([
      "claude → gemini  becomes         why     rule or emulator",
      "/a               <green mapped>  why /a  r",
      "/b               <green mapped>  why /b  e",
    ]);
  });

  it("may be none", () => {
    expect(show(false, entry("/a", "mapped"))).toEqual([
      "<green nothing is lost from claude to gemini (1 mapped)>",
    ]);
  });
});
