import { describe, expect, it } from "vitest";
import { readCommandLine } from "./arguments.ts";
import { claudeFeatures } from "./features.ts";
import { claudeFlags, flagAliases } from "./flags.ts";

const flagsOf = (...argv: string[]) => Object.fromEntries(readCommandLine(argv).flags);

describe("readCommandLine", () => {
  it("reads values after a space and after an equals sign, and switches", () => {
    expect(flagsOf("--model", "a", "--verbose", "--max-turns=3", "--json-schema={}", "--model=b=c")).toEqual({
      "--model": ["a", "b=c"],
      "--verbose": [],
      "--max-turns": ["3"],
      "--json-schema": ["{}"],
    });
  });

  it("reads short spellings", () => {
    expect(flagsOf("-p", "-c", "-v")).toEqual({ "--print": [], "--continue": [], "--version": [] });
    expect(flagsOf("--allowed-tools", "A", "-r", "id")).toEqual({
      "--allowedTools": ["A"],
      "--resume": ["id"],
    });
  });

  it("a list takes all words up to the next flag", () => {
    expect(flagsOf("--allowedTools", "A", "B", "--tools", "", "--add-dir", "x", "-p")).toEqual({
      "--allowedTools": ["A", "B"],
      "--tools": [""],
      "--add-dir": ["x"],
      "--print": [],
    });
    expect(flagsOf("--allowedTools", "--verbose")).toEqual({ "--allowedTools": [], "--verbose": [] });
    expect(flagsOf("--allowedTools=A", "B").valueOf()).toEqual({ "--allowedTools": ["A"] });
  });

  it("an optional value may be missing", () => {
    expect(flagsOf("--resume", "--verbose")).toEqual({ "--resume": [], "--verbose": [] });
    expect(flagsOf("--resume")).toEqual({ "--resume": [] });
  });

  it("one value is taken whatever it looks like", () => {
    expect(flagsOf("--system-prompt", "--verbose")).toEqual({ "--system-prompt": ["--verbose"] });
  });

  it("the rest is the prompt", () => {
    expect(readCommandLine(["-p", "do", "it"]).prompt).toBe("do it");
    expect(readCommandLine(["-p", "--", "--model", "-"]).prompt).toBe("--model -");
    expect(readCommandLine(["-"]).prompt).toBe("-");
    expect(readCommandLine([]).prompt).toBeUndefined();
  });

  it("refuses what Claude Code does not have", () => {
    expect(() => readCommandLine(["--nope=1"])).toThrow("unknown option '--nope'");
    expect(() => readCommandLine(["--toString"])).toThrow("unknown option");
    expect(() => readCommandLine(["--model"])).toThrow("option '--model <value>' argument missing");
  });
});

describe("claudeFlags", () => {
  it("names only features and flags that exist", () => {
    for (const { feature } of Object.values(claudeFlags)) {
      if (feature !== undefined) expect(Object.keys(claudeFeatures)).toContain(feature);
    }
    for (const name of Object.values(flagAliases)) expect(Object.keys(claudeFlags)).toContain(name);
  });
});
